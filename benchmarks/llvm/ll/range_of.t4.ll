source_filename = "c/range_of.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @range_of(i16* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp slt i32 %1, 1
  br i1 %3, label %28, label %4

4:                                                ; preds = %2
  %5 = load i16, i16* %0, align 2, !tbaa !4
  %6 = sext i16 %5 to i32
  %7 = icmp eq i32 %1, 1
  br i1 %7, label %10, label %8

8:                                                ; preds = %4
  %9 = zext i32 %1 to i64
  br label %14

10:                                               ; preds = %14, %4
  %11 = phi i32 [ %6, %4 ], [ %24, %14 ]
  %12 = phi i32 [ %6, %4 ], [ %25, %14 ]
  %13 = sub nsw i32 %12, %11
  br label %28

14:                                               ; preds = %8, %14
  %15 = phi i64 [ 1, %8 ], [ %26, %14 ]
  %16 = phi i32 [ %6, %8 ], [ %25, %14 ]
  %17 = phi i32 [ %6, %8 ], [ %24, %14 ]
  %18 = getelementptr inbounds i16, i16* %0, i64 %15
  %19 = load i16, i16* %18, align 2, !tbaa !4
  %20 = sext i16 %19 to i32
  %21 = icmp sgt i32 %17, %20
  %22 = icmp slt i32 %16, %20
  %23 = select i1 %22, i32 %20, i32 %16
  %24 = select i1 %21, i32 %20, i32 %17
  %25 = select i1 %21, i32 %16, i32 %23
  %26 = add nuw nsw i64 %15, 1
  %27 = icmp eq i64 %26, %9
  br i1 %27, label %10, label %14, !llvm.loop !8

28:                                               ; preds = %2, %10
  %29 = phi i32 [ %13, %10 ], [ 0, %2 ]
  ret i32 %29
}

attributes #0 = { nofree norecurse nosync nounwind readonly uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{!5, !5, i64 0}
!5 = !{!"short", !6, i64 0}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C/C++ TBAA"}
!8 = distinct !{!8, !9, !10}
!9 = !{!"llvm.loop.mustprogress"}
!10 = !{!"llvm.loop.unroll.disable"}
