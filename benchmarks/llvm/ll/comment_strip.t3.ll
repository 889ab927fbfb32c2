source_filename = "c/comment_strip.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @comment_strip(i8* noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %20, %2
  %.02 = phi i32 [ 0, %2 ], [ %.6, %20 ]
  %.01 = phi i32 [ 0, %2 ], [ %.3, %20 ]
  %.0 = phi i32 [ 0, %2 ], [ %21, %20 ]
  %4 = icmp slt i32 %.0, %1
  br i1 %4, label %5, label %22

5:                                                ; preds = %3
  %6 = zext i32 %.0 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  switch i32 %.02, label %20 [
    i32 0, label %9
    i32 1, label %12
    i32 2, label %15
    i32 3, label %17
  ]

9:                                                ; preds = %5
  %10 = icmp eq i8 %8, 47
  %11 = add nsw i32 %.01, 1
  %.13 = select i1 %10, i32 1, i32 %.02
  %.1 = select i1 %10, i32 %.01, i32 %11
  br label %20

12:                                               ; preds = %5
  %13 = icmp eq i8 %8, 42
  %14 = add nsw i32 %.01, 2
  %.24 = select i1 %13, i32 2, i32 0
  %.2 = select i1 %13, i32 %.01, i32 %14
  br label %20

15:                                               ; preds = %5
  %16 = icmp eq i8 %8, 42
  %spec.select = select i1 %16, i32 3, i32 %.02
  br label %20

17:                                               ; preds = %5
  switch i8 %8, label %18 [
    i8 47, label %20
    i8 42, label %19
  ]

18:                                               ; preds = %17
  br label %19

19:                                               ; preds = %17, %18
  %.46 = phi i32 [ 2, %18 ], [ %.02, %17 ]
  br label %20

20:                                               ; preds = %5, %9, %12, %15, %17, %19
  %.6 = phi i32 [ %.02, %5 ], [ %spec.select, %15 ], [ %.24, %12 ], [ %.13, %9 ], [ %.46, %19 ], [ 0, %17 ]
  %.3 = phi i32 [ %.01, %5 ], [ %.01, %15 ], [ %.2, %12 ], [ %.1, %9 ], [ %.01, %17 ], [ %.01, %19 ]
  %21 = add nuw nsw i32 %.0, 1
  br label %3, !llvm.loop !5

22:                                               ; preds = %3
  %23 = icmp eq i32 %.02, 1
  %24 = add nsw i32 %.01, 1
  %spec.select1 = select i1 %23, i32 %24, i32 %.01
  ret i32 %spec.select1
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3, !4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
