source_filename = "c/bitmap_search.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @bitmap_search(i32* noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = icmp sle i32 %2, 0
  br i1 %4, label %9, label %5

5:                                                ; preds = %3
  %6 = icmp slt i32 %1, 0
  br i1 %6, label %9, label %7

7:                                                ; preds = %5
  %8 = icmp sgt i32 %1, 1000
  br i1 %8, label %9, label %10

9:                                                ; preds = %7, %5, %3
  br label %35

10:                                               ; preds = %7
  br label %11

11:                                               ; preds = %32, %10
  %.02 = phi i32 [ 0, %10 ], [ %.1, %32 ]
  %.01 = phi i32 [ 0, %10 ], [ %33, %32 ]
  %12 = mul nsw i32 %1, 32
  %13 = icmp slt i32 %.01, %12
  br i1 %13, label %14, label %34

14:                                               ; preds = %11
  %15 = sdiv i32 %.01, 32
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds i32, i32* %0, i64 %16
  %18 = load i32, i32* %17, align 4
  %19 = srem i32 %.01, 32
  %20 = shl i32 1, %19
  %21 = and i32 %18, %20
  %22 = icmp ne i32 %21, 0
  br i1 %22, label %23, label %24

23:                                               ; preds = %14
  br label %26

24:                                               ; preds = %14
  %25 = add nsw i32 %.02, 1
  br label %26

26:                                               ; preds = %24, %23
  %.1 = phi i32 [ 0, %23 ], [ %25, %24 ]
  %27 = icmp eq i32 %.1, %2
  br i1 %27, label %28, label %31

28:                                               ; preds = %26
  %29 = sub nsw i32 %.01, %2
  %30 = add nsw i32 %29, 1
  br label %35

31:                                               ; preds = %26
  br label %32

32:                                               ; preds = %31
  %33 = add nsw i32 %.01, 1
  br label %11, !llvm.loop !5

34:                                               ; preds = %11
  br label %35

35:                                               ; preds = %34, %28, %9
  %.0 = phi i32 [ -1, %9 ], [ %30, %28 ], [ -1, %34 ]
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
