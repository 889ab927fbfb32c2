source_filename = "c/gray_walk.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @gray_walk(i32 noundef %0) local_unnamed_addr #0 {
  br label %2

2:                                                ; preds = %4, %1
  %.01 = phi i32 [ 0, %1 ], [ %.1, %4 ]
  %.0 = phi i32 [ 0, %1 ], [ %11, %4 ]
  %3 = icmp ult i32 %.0, %0
  br i1 %3, label %4, label %12

4:                                                ; preds = %2
  %5 = lshr i32 %.0, 1
  %6 = xor i32 %.0, %5
  %7 = and i32 %6, 4
  %.not = icmp eq i32 %7, 0
  %8 = mul i32 %6, 3
  %9 = add i32 %.01, %8
  %10 = sub i32 %.01, %6
  %.1 = select i1 %.not, i32 %10, i32 %9
  %11 = add i32 %.0, 1
  br label %2, !llvm.loop !5

12:                                               ; preds = %2
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
