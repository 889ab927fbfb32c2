source_filename = "c/elevator.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @elevator(i8* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  br label %8

6:                                                ; preds = %25, %2
  %7 = phi i32 [ 0, %2 ], [ %26, %25 ]
  ret i32 %7

8:                                                ; preds = %4, %25
  %9 = phi i64 [ 0, %4 ], [ %28, %25 ]
  %10 = phi i32 [ 0, %4 ], [ %27, %25 ]
  %11 = phi i32 [ 0, %4 ], [ %26, %25 ]
  %12 = getelementptr inbounds i8, i8* %0, i64 %9
  %13 = load i8, i8* %12, align 1, !tbaa !4
  %14 = and i8 %13, 15
  %15 = zext i8 %14 to i32
  %16 = icmp eq i32 %10, %15
  br i1 %16, label %25, label %17

17:                                               ; preds = %8, %17
  %18 = phi i32 [ %22, %17 ], [ %10, %8 ]
  %19 = phi i32 [ %23, %17 ], [ %11, %8 ]
  %20 = icmp ult i32 %18, %15
  %21 = select i1 %20, i32 1, i32 -1
  %22 = add i32 %21, %18
  %23 = add i32 %19, 1
  %24 = icmp eq i32 %22, %15
  br i1 %24, label %25, label %17, !llvm.loop !7

25:                                               ; preds = %17, %8
  %26 = phi i32 [ %11, %8 ], [ %23, %17 ]
  %27 = phi i32 [ %10, %8 ], [ %15, %17 ]
  %28 = add nuw nsw i64 %9, 1
  %29 = icmp eq i64 %28, %5
  br i1 %29, label %6, label %8, !llvm.loop !10
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
