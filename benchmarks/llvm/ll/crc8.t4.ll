source_filename = "c/crc8.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local zeroext i8 @crc8(i8* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  br label %8

6:                                                ; preds = %14, %2
  %7 = phi i8 [ 0, %2 ], [ %23, %14 ]
  ret i8 %7

8:                                                ; preds = %4, %14
  %9 = phi i64 [ 0, %4 ], [ %15, %14 ]
  %10 = phi i8 [ 0, %4 ], [ %23, %14 ]
  %11 = getelementptr inbounds i8, i8* %0, i64 %9
  %12 = load i8, i8* %11, align 1, !tbaa !4
  %13 = xor i8 %12, %10
  br label %17

14:                                               ; preds = %17
  %15 = add nuw nsw i64 %9, 1
  %16 = icmp eq i64 %15, %5
  br i1 %16, label %6, label %8, !llvm.loop !7

17:                                               ; preds = %8, %17
  %18 = phi i32 [ 0, %8 ], [ %24, %17 ]
  %19 = phi i8 [ %13, %8 ], [ %23, %17 ]
  %20 = shl i8 %19, 1
  %21 = xor i8 %20, 7
  %22 = icmp slt i8 %19, 0
  %23 = select i1 %22, i8 %21, i8 %20
  %24 = add nuw nsw i32 %18, 1
  %25 = icmp eq i32 %24, 8
  br i1 %25, label %14, label %17, !llvm.loop !10
}

attributes #0 = { nofree norecurse nosync nounwind readonly uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{!5, !5, i64 0}
!5 = !{!"omnipotent char", !6, i64 0}
!6 = !{!"Simple C/C++ TBAA"}
!7 = distinct !{!7, !8, !9}
!8 = !{!"llvm.loop.mustprogress"}
!9 = !{!"llvm.loop.unroll.disable"}
!10 = distinct !{!10, !8, !9}
