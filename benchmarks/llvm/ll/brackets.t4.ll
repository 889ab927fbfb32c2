source_filename = "c/brackets.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @brackets(i8* nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = load i8, i8* %0, align 1, !tbaa !4
  %3 = icmp eq i8 %2, 0
  br i1 %3, label %23, label %4

4:                                                ; preds = %1, %17
  %5 = phi i64 [ %19, %17 ], [ 0, %1 ]
  %6 = phi i8 [ %21, %17 ], [ %2, %1 ]
  %7 = phi i32 [ %18, %17 ], [ 0, %1 ]
  %8 = sext i8 %6 to i32
  switch i32 %8, label %17 [
    i32 40, label %9
    i32 41, label %13
  ]

9:                                                ; preds = %4
  %10 = icmp eq i32 %7, 1000
  br i1 %10, label %27, label %11

11:                                               ; preds = %9
  %12 = add nsw i32 %7, 1
  br label %17

13:                                               ; preds = %4
  %14 = icmp eq i32 %7, 0
  br i1 %14, label %27, label %15

15:                                               ; preds = %13
  %16 = add nsw i32 %7, -1
  br label %17

17:                                               ; preds = %11, %15, %4
  %18 = phi i32 [ %7, %4 ], [ %16, %15 ], [ %12, %11 ]
  %19 = add nuw i64 %5, 1
  %20 = getelementptr inbounds i8, i8* %0, i64 %19
  %21 = load i8, i8* %20, align 1, !tbaa !4
  %22 = icmp eq i8 %21, 0
  br i1 %22, label %23, label %4, !llvm.loop !7

23:                                               ; preds = %17, %1
  %24 = phi i32 [ 0, %1 ], [ %18, %17 ]
  %25 = icmp eq i32 %24, 0
  %26 = zext i1 %25 to i32
  br label %27

27:                                               ; preds = %9, %13, %23
  %28 = phi i32 [ %26, %23 ], [ 0, %13 ], [ 0, %9 ]
  ret i32 %28
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
