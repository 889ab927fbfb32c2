source_filename = "c/xorshift.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @xorshift(i32 noundef %0, i32 noundef %1) #0 {
  %3 = or i32 %0, 1
  br label %4

4:                                                ; preds = %7, %2
  %.01 = phi i32 [ %1, %2 ], [ %5, %7 ]
  %.0 = phi i32 [ %3, %2 ], [ %13, %7 ]
  %5 = add i32 %.01, -1
  %6 = icmp ne i32 %.01, 0
  br i1 %6, label %7, label %14

7:                                                ; preds = %4
  %8 = shl i32 %.0, 13
  %9 = xor i32 %.0, %8
  %10 = lshr i32 %9, 17
  %11 = xor i32 %9, %10
  %12 = shl i32 %11, 5
  %13 = xor i32 %11, %12
  br label %4, !llvm.loop !5

14:                                               ; preds = %4
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
