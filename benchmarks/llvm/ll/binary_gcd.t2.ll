source_filename = "c/binary_gcd.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @binary_gcd(i32 noundef %0, i32 noundef %1) #0 {
  %3 = icmp eq i32 %0, 0
  br i1 %3, label %31, label %4

4:                                                ; preds = %2
  %5 = icmp eq i32 %1, 0
  br i1 %5, label %31, label %6

6:                                                ; preds = %4, %10
  %.06 = phi i32 [ %13, %10 ], [ 0, %4 ]
  %.02 = phi i32 [ %12, %10 ], [ %1, %4 ]
  %.01 = phi i32 [ %11, %10 ], [ %0, %4 ]
  %7 = or i32 %.01, %.02
  %8 = and i32 %7, 1
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %14

10:                                               ; preds = %6
  %11 = lshr i32 %.01, 1
  %12 = lshr i32 %.02, 1
  %13 = add i32 %.06, 1
  br label %6, !llvm.loop !5

14:                                               ; preds = %6, %17
  %.1 = phi i32 [ %18, %17 ], [ %.01, %6 ]
  %15 = and i32 %.1, 1
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %19

17:                                               ; preds = %14
  %18 = lshr i32 %.1, 1
  br label %14, !llvm.loop !7

19:                                               ; preds = %14, %25
  %.13 = phi i32 [ %27, %25 ], [ %.02, %14 ]
  %.2 = phi i32 [ %spec.select1, %25 ], [ %.1, %14 ]
  %.not = icmp eq i32 %.13, 0
  br i1 %.not, label %28, label %20

20:                                               ; preds = %19, %23
  %.24 = phi i32 [ %24, %23 ], [ %.13, %19 ]
  %21 = and i32 %.24, 1
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %23, label %25

23:                                               ; preds = %20
  %24 = lshr i32 %.24, 1
  br label %20, !llvm.loop !8

25:                                               ; preds = %20
  %26 = icmp ugt i32 %.2, %.24
  %spec.select = select i1 %26, i32 %.2, i32 %.24
  %spec.select1 = select i1 %26, i32 %.24, i32 %.2
  %27 = sub i32 %spec.select, %spec.select1
  br label %19, !llvm.loop !9

28:                                               ; preds = %19
  %29 = and i32 %.06, 31
  %30 = shl i32 %.2, %29
  br label %31

31:                                               ; preds = %4, %2, %28
  %.0 = phi i32 [ %30, %28 ], [ %1, %2 ], [ %0, %4 ]
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
!7 = distinct !{!7, !6}
!8 = distinct !{!8, !6}
!9 = distinct !{!9, !6}
