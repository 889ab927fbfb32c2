source_filename = "c/vending.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @vending(i8* noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = icmp slt i32 %2, 5
  br i1 %4, label %7, label %5

5:                                                ; preds = %3
  %6 = icmp sgt i32 %2, 500
  br i1 %6, label %7, label %8

7:                                                ; preds = %5, %3
  br label %37

8:                                                ; preds = %5
  br label %9

9:                                                ; preds = %34, %8
  %.03 = phi i32 [ 0, %8 ], [ %.3, %34 ]
  %.02 = phi i32 [ 0, %8 ], [ %.2, %34 ]
  %.01 = phi i32 [ 0, %8 ], [ %35, %34 ]
  %10 = icmp slt i32 %.01, %1
  br i1 %10, label %11, label %36

11:                                               ; preds = %9
  %12 = sext i32 %.01 to i64
  %13 = getelementptr inbounds i8, i8* %0, i64 %12
  %14 = load i8, i8* %13, align 1
  %15 = zext i8 %14 to i32
  switch i32 %15, label %29 [
    i32 110, label %16
    i32 100, label %18
    i32 113, label %20
    i32 114, label %22
    i32 98, label %23
  ]

16:                                               ; preds = %11
  %17 = add nsw i32 %.03, 5
  br label %30

18:                                               ; preds = %11
  %19 = add nsw i32 %.03, 10
  br label %30

20:                                               ; preds = %11
  %21 = add nsw i32 %.03, 25
  br label %30

22:                                               ; preds = %11
  br label %30

23:                                               ; preds = %11
  %24 = icmp sge i32 %.03, %2
  br i1 %24, label %25, label %28

25:                                               ; preds = %23
  %26 = sub nsw i32 %.03, %2
  %27 = add nsw i32 %.02, 1
  br label %28

28:                                               ; preds = %25, %23
  %.14 = phi i32 [ %26, %25 ], [ %.03, %23 ]
  %.1 = phi i32 [ %27, %25 ], [ %.02, %23 ]
  br label %30

29:                                               ; preds = %11
  br label %30

30:                                               ; preds = %29, %28, %22, %20, %18, %16
  %.25 = phi i32 [ %.03, %29 ], [ %.14, %28 ], [ 0, %22 ], [ %21, %20 ], [ %19, %18 ], [ %17, %16 ]
  %.2 = phi i32 [ %.02, %29 ], [ %.1, %28 ], [ %.02, %22 ], [ %.02, %20 ], [ %.02, %18 ], [ %.02, %16 ]
  %31 = icmp sgt i32 %.25, 1000
  br i1 %31, label %32, label %33

32:                                               ; preds = %30
  br label %33

33:                                               ; preds = %32, %30
  %.3 = phi i32 [ 1000, %32 ], [ %.25, %30 ]
  br label %34

34:                                               ; preds = %33
  %35 = add nsw i32 %.01, 1
  br label %9, !llvm.loop !5

36:                                               ; preds = %9
  br label %37

37:                                               ; preds = %36, %7
  %.0 = phi i32 [ -1, %7 ], [ %.02, %36 ]
  ret i32 %.0
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
