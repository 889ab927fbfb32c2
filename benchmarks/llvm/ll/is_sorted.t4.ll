source_filename = "c/is_sorted.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @is_sorted(i32* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 1
  br i1 %3, label %4, label %23

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  %6 = zext i32 %1 to i64
  %7 = load i32, i32* %0, align 4, !tbaa !4
  %8 = getelementptr inbounds i32, i32* %0, i64 1
  %9 = load i32, i32* %8, align 4, !tbaa !4
  %10 = icmp sgt i32 %7, %9
  br i1 %10, label %23, label %11

11:                                               ; preds = %4, %15
  %12 = phi i64 [ %19, %15 ], [ 2, %4 ]
  %13 = phi i32 [ %17, %15 ], [ %9, %4 ]
  %14 = icmp eq i64 %12, %6
  br i1 %14, label %20, label %15, !llvm.loop !8

15:                                               ; preds = %11
  %16 = getelementptr inbounds i32, i32* %0, i64 %12
  %17 = load i32, i32* %16, align 4, !tbaa !4
  %18 = icmp sgt i32 %13, %17
  %19 = add nuw nsw i64 %12, 1
  br i1 %18, label %20, label %11, !llvm.loop !8

20:                                               ; preds = %11, %15
  %21 = icmp uge i64 %12, %5
  %22 = zext i1 %21 to i32
  br label %23

23:                                               ; preds = %20, %4, %2
  %24 = phi i32 [ 1, %2 ], [ 0, %4 ], [ %22, %20 ]
  ret i32 %24
}

attributes #0 = { nofree norecurse nosync nounwind readonly uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{!5, !5, i64 0}
!5 = !{!"int", !6, i64 0}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C/C++ TBAA"}
!8 = distinct !{!8, !9, !10}
!9 = !{!"llvm.loop.mustprogress"}
!10 = !{!"llvm.loop.unroll.disable"}
