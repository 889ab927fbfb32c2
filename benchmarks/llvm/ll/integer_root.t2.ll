source_filename = "c/integer_root.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @integer_root(i32 noundef %0) #0 {
  br label %2

2:                                                ; preds = %4, %1
  %.03 = phi i32 [ 1073741824, %1 ], [ %5, %4 ]
  %3 = icmp ugt i32 %.03, %0
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = lshr i32 %.03, 2
  br label %2, !llvm.loop !5

6:                                                ; preds = %2, %16
  %.14 = phi i32 [ %17, %16 ], [ %.03, %2 ]
  %.01 = phi i32 [ %.12, %16 ], [ 0, %2 ]
  %.0 = phi i32 [ %.1, %16 ], [ %0, %2 ]
  %.not = icmp eq i32 %.14, 0
  br i1 %.not, label %18, label %7

7:                                                ; preds = %6
  %8 = add i32 %.01, %.14
  %.not1 = icmp ult i32 %.0, %8
  br i1 %.not1, label %14, label %9

9:                                                ; preds = %7
  %10 = add i32 %.01, %.14
  %11 = sub i32 %.0, %10
  %12 = lshr i32 %.01, 1
  %13 = add nuw i32 %12, %.14
  br label %16

14:                                               ; preds = %7
  %15 = lshr i32 %.01, 1
  br label %16

16:                                               ; preds = %14, %9
  %.12 = phi i32 [ %13, %9 ], [ %15, %14 ]
  %.1 = phi i32 [ %11, %9 ], [ %.0, %14 ]
  %17 = lshr i32 %.14, 2
  br label %6, !llvm.loop !7

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
!7 = distinct !{!7, !6}
