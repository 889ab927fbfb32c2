source_filename = "c/power_mod.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @power_mod(i32 noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = icmp eq i32 %2, 0
  br i1 %4, label %7, label %5

5:                                                ; preds = %3
  %6 = icmp ugt i32 %2, 65535
  br i1 %6, label %7, label %8

7:                                                ; preds = %5, %3
  br label %24

8:                                                ; preds = %5
  %9 = urem i32 %0, %2
  br label %10

10:                                               ; preds = %18, %8
  %.03 = phi i32 [ 1, %8 ], [ %.1, %18 ]
  %.02 = phi i32 [ %1, %8 ], [ %21, %18 ]
  %.01 = phi i32 [ %9, %8 ], [ %20, %18 ]
  %11 = icmp ugt i32 %.02, 0
  br i1 %11, label %12, label %22

12:                                               ; preds = %10
  %13 = and i32 %.02, 1
  %14 = icmp ne i32 %13, 0
  br i1 %14, label %15, label %18

15:                                               ; preds = %12
  %16 = mul i32 %.03, %.01
  %17 = urem i32 %16, %2
  br label %18

18:                                               ; preds = %15, %12
  %.1 = phi i32 [ %17, %15 ], [ %.03, %12 ]
  %19 = mul i32 %.01, %.01
  %20 = urem i32 %19, %2
  %21 = lshr i32 %.02, 1
  br label %10, !llvm.loop !5

22:                                               ; preds = %10
  %23 = urem i32 %.03, %2
  br label %24

24:                                               ; preds = %22, %7
  %.0 = phi i32 [ 0, %7 ], [ %23, %22 ]
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
