source_filename = "c/power_mod.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @power_mod(i32 noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = icmp eq i32 %2, 0
  %5 = icmp ugt i32 %2, 65535
  %or.cond = or i1 %4, %5
  br i1 %or.cond, label %17, label %6

6:                                                ; preds = %3, %12
  %.03 = phi i32 [ %.1, %12 ], [ 1, %3 ]
  %.02 = phi i32 [ %14, %12 ], [ %1, %3 ]
  %.pn = phi i32 [ %13, %12 ], [ %0, %3 ]
  %.01 = urem i32 %.pn, %2
  %.not = icmp eq i32 %.02, 0
  br i1 %.not, label %15, label %7

7:                                                ; preds = %6
  %8 = and i32 %.02, 1
  %.not1 = icmp eq i32 %8, 0
  br i1 %.not1, label %12, label %9

9:                                                ; preds = %7
  %10 = mul i32 %.03, %.01
  %11 = urem i32 %10, %2
  br label %12

12:                                               ; preds = %9, %7
  %.1 = phi i32 [ %11, %9 ], [ %.03, %7 ]
  %13 = mul i32 %.01, %.01
  %14 = lshr i32 %.02, 1
  br label %6, !llvm.loop !5

15:                                               ; preds = %6
  %16 = urem i32 %.03, %2
  br label %17

17:                                               ; preds = %3, %15
  %.0 = phi i32 [ %16, %15 ], [ 0, %3 ]
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
