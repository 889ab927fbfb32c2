source_filename = "c/vending.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @vending(i8* nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = add i32 %2, -501
  %5 = icmp ult i32 %4, -496
  br i1 %5, label %39, label %6

6:                                                ; preds = %3
  %7 = icmp sgt i32 %1, 0
  br i1 %7, label %8, label %39

8:                                                ; preds = %6
  %9 = zext i32 %1 to i64
  br label %10

10:                                               ; preds = %8, %34
  %11 = phi i64 [ 0, %8 ], [ %37, %34 ]
  %12 = phi i32 [ 0, %8 ], [ %35, %34 ]
  %13 = phi i32 [ 0, %8 ], [ %36, %34 ]
  %14 = getelementptr inbounds i8, i8* %0, i64 %11
  %15 = load i8, i8* %14, align 1, !tbaa !4
  switch i8 %15, label %27 [
    i8 110, label %16
    i8 100, label %18
    i8 113, label %20
    i8 114, label %31
    i8 98, label %22
  ]

16:                                               ; preds = %10
  %17 = add nsw i32 %13, 5
  br label %27

18:                                               ; preds = %10
  %19 = add nsw i32 %13, 10
  br label %27

20:                                               ; preds = %10
  %21 = add nsw i32 %13, 25
  br label %27

22:                                               ; preds = %10
  %23 = icmp slt i32 %13, %2
  br i1 %23, label %27, label %24

24:                                               ; preds = %22
  %25 = sub nsw i32 %13, %2
  %26 = add nsw i32 %12, 1
  br label %27

27:                                               ; preds = %10, %22, %24, %20, %18, %16
  %28 = phi i32 [ %13, %10 ], [ %25, %24 ], [ %13, %22 ], [ %21, %20 ], [ %19, %18 ], [ %17, %16 ]
  %29 = phi i32 [ %12, %10 ], [ %26, %24 ], [ %12, %22 ], [ %12, %20 ], [ %12, %18 ], [ %12, %16 ]
  %30 = icmp slt i32 %28, 1000
  br i1 %30, label %31, label %34

31:                                               ; preds = %10, %27
  %32 = phi i32 [ %29, %27 ], [ %12, %10 ]
  %33 = phi i32 [ %28, %27 ], [ 0, %10 ]
  br label %34

34:                                               ; preds = %27, %31
  %35 = phi i32 [ %32, %31 ], [ %29, %27 ]
  %36 = phi i32 [ %33, %31 ], [ 1000, %27 ]
  %37 = add nuw nsw i64 %11, 1
  %38 = icmp eq i64 %37, %9
  br i1 %38, label %39, label %10, !llvm.loop !7

39:                                               ; preds = %34, %6, %3
  %40 = phi i32 [ -1, %3 ], [ 0, %6 ], [ %35, %34 ]
  ret i32 %40
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
