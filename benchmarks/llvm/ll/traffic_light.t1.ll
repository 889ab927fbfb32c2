source_filename = "c/traffic_light.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @traffic_light(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %25, %2
  %.04 = phi i32 [ 0, %2 ], [ %.59, %25 ]
  %.02 = phi i32 [ 0, %2 ], [ %.13, %25 ]
  %.01 = phi i32 [ 0, %2 ], [ %26, %25 ]
  %.0 = phi i32 [ %0, %2 ], [ %.5, %25 ]
  %4 = icmp slt i32 %.01, %1
  br i1 %4, label %5, label %27

5:                                                ; preds = %3
  %6 = add nsw i32 %.04, 1
  switch i32 %.0, label %20 [
    i32 0, label %7
    i32 1, label %11
    i32 2, label %15
  ]

7:                                                ; preds = %5
  %8 = icmp sge i32 %6, 30
  br i1 %8, label %9, label %10

9:                                                ; preds = %7
  br label %10

10:                                               ; preds = %9, %7
  %.15 = phi i32 [ 0, %9 ], [ %6, %7 ]
  %.1 = phi i32 [ 1, %9 ], [ %.0, %7 ]
  br label %24

11:                                               ; preds = %5
  %12 = icmp sge i32 %6, 5
  br i1 %12, label %13, label %14

13:                                               ; preds = %11
  br label %14

14:                                               ; preds = %13, %11
  %.26 = phi i32 [ 0, %13 ], [ %6, %11 ]
  %.2 = phi i32 [ 2, %13 ], [ %.0, %11 ]
  br label %24

15:                                               ; preds = %5
  %16 = add nsw i32 %.02, 1
  %17 = icmp sge i32 %6, 25
  br i1 %17, label %18, label %19

18:                                               ; preds = %15
  br label %19

19:                                               ; preds = %18, %15
  %.37 = phi i32 [ 0, %18 ], [ %6, %15 ]
  %.3 = phi i32 [ 3, %18 ], [ %.0, %15 ]
  br label %24

20:                                               ; preds = %5
  %21 = icmp sge i32 %6, 3
  br i1 %21, label %22, label %23

22:                                               ; preds = %20
  br label %23

23:                                               ; preds = %22, %20
  %.48 = phi i32 [ 0, %22 ], [ %6, %20 ]
  %.4 = phi i32 [ 0, %22 ], [ %.0, %20 ]
  br label %24

24:                                               ; preds = %23, %19, %14, %10
  %.59 = phi i32 [ %.48, %23 ], [ %.37, %19 ], [ %.26, %14 ], [ %.15, %10 ]
  %.13 = phi i32 [ %.02, %23 ], [ %16, %19 ], [ %.02, %14 ], [ %.02, %10 ]
  %.5 = phi i32 [ %.4, %23 ], [ %.3, %19 ], [ %.2, %14 ], [ %.1, %10 ]
  br label %25

25:                                               ; preds = %24
  %26 = add nsw i32 %.01, 1
  br label %3, !llvm.loop !5

27:                                               ; preds = %3
  %28 = mul nsw i32 %.0, 1000
  %29 = srem i32 %.02, 1000
  %30 = add nsw i32 %28, %29
  ret i32 %30
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
