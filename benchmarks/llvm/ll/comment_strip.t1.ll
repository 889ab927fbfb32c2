source_filename = "c/comment_strip.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @comment_strip(i8* noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %39, %2
  %.02 = phi i32 [ 0, %2 ], [ %.6, %39 ]
  %.01 = phi i32 [ 0, %2 ], [ %.3, %39 ]
  %.0 = phi i32 [ 0, %2 ], [ %40, %39 ]
  %4 = icmp slt i32 %.0, %1
  br i1 %4, label %5, label %41

5:                                                ; preds = %3
  %6 = sext i32 %.0 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  switch i32 %.02, label %38 [
    i32 0, label %9
    i32 1, label %16
    i32 2, label %23
    i32 3, label %28
  ]

9:                                                ; preds = %5
  %10 = sext i8 %8 to i32
  %11 = icmp eq i32 %10, 47
  br i1 %11, label %12, label %13

12:                                               ; preds = %9
  br label %15

13:                                               ; preds = %9
  %14 = add nsw i32 %.01, 1
  br label %15

15:                                               ; preds = %13, %12
  %.13 = phi i32 [ 1, %12 ], [ %.02, %13 ]
  %.1 = phi i32 [ %.01, %12 ], [ %14, %13 ]
  br label %38

16:                                               ; preds = %5
  %17 = sext i8 %8 to i32
  %18 = icmp eq i32 %17, 42
  br i1 %18, label %19, label %20

19:                                               ; preds = %16
  br label %22

20:                                               ; preds = %16
  %21 = add nsw i32 %.01, 2
  br label %22

22:                                               ; preds = %20, %19
  %.24 = phi i32 [ 2, %19 ], [ 0, %20 ]
  %.2 = phi i32 [ %.01, %19 ], [ %21, %20 ]
  br label %38

23:                                               ; preds = %5
  %24 = sext i8 %8 to i32
  %25 = icmp eq i32 %24, 42
  br i1 %25, label %26, label %27

26:                                               ; preds = %23
  br label %27

27:                                               ; preds = %26, %23
  %.35 = phi i32 [ 3, %26 ], [ %.02, %23 ]
  br label %38

28:                                               ; preds = %5
  %29 = sext i8 %8 to i32
  %30 = icmp eq i32 %29, 47
  br i1 %30, label %31, label %32

31:                                               ; preds = %28
  br label %37

32:                                               ; preds = %28
  %33 = sext i8 %8 to i32
  %34 = icmp ne i32 %33, 42
  br i1 %34, label %35, label %36

35:                                               ; preds = %32
  br label %36

36:                                               ; preds = %35, %32
  %.46 = phi i32 [ 2, %35 ], [ %.02, %32 ]
  br label %37

37:                                               ; preds = %36, %31
  %.5 = phi i32 [ 0, %31 ], [ %.46, %36 ]
  br label %38

38:                                               ; preds = %37, %27, %22, %15, %5
  %.6 = phi i32 [ %.02, %5 ], [ %.5, %37 ], [ %.35, %27 ], [ %.24, %22 ], [ %.13, %15 ]
  %.3 = phi i32 [ %.01, %5 ], [ %.01, %37 ], [ %.01, %27 ], [ %.2, %22 ], [ %.1, %15 ]
  br label %39

39:                                               ; preds = %38
  %40 = add nsw i32 %.0, 1
  br label %3, !llvm.loop !5

41:                                               ; preds = %3
  %42 = icmp eq i32 %.02, 1
  br i1 %42, label %43, label %45

43:                                               ; preds = %41
  %44 = add nsw i32 %.01, 1
  br label %45

45:                                               ; preds = %43, %41
  %.4 = phi i32 [ %44, %43 ], [ %.01, %41 ]
  ret i32 %.4
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
