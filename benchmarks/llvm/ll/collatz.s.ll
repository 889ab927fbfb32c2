source_filename = "c/collatz.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @collatz(i32 noundef %0) #0 {
  br label %2

2:                                                ; preds = %16, %1
  %.01 = phi i32 [ 0, %1 ], [ %17, %16 ]
  %.0 = phi i32 [ %0, %1 ], [ %.1, %16 ]
  %3 = icmp ugt i32 %.0, 1
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = icmp slt i32 %.01, 1000
  br label %6

6:                                                ; preds = %4, %2
  %7 = phi i1 [ false, %2 ], [ %5, %4 ]
  br i1 %7, label %8, label %18

8:                                                ; preds = %6
  %9 = urem i32 %.0, 2
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %11, label %13

11:                                               ; preds = %8
  %12 = udiv i32 %.0, 2
  br label %16

13:                                               ; preds = %8
  %14 = mul i32 3, %.0
  %15 = add i32 %14, 1
  br label %16

16:                                               ; preds = %13, %11
  %.1 = phi i32 [ %12, %11 ], [ %15, %13 ]
  %17 = add nsw i32 %.01, 1
  br label %2, !llvm.loop !5

18:                                               ; preds = %6
  ret i32 %.01
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
