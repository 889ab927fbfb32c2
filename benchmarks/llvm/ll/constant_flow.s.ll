source_filename = "c/constant_flow.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @constant_flow(i32 noundef %0) #0 {
  br label %2

2:                                                ; preds = %16, %1
  %.03 = phi i32 [ 0, %1 ], [ %.14, %16 ]
  %.02 = phi i32 [ 3, %1 ], [ %.1, %16 ]
  %.01 = phi i32 [ 0, %1 ], [ %17, %16 ]
  %3 = icmp slt i32 %.01, %0
  br i1 %3, label %4, label %18

4:                                                ; preds = %2
  %5 = icmp eq i32 %.02, 3
  br i1 %5, label %6, label %9

6:                                                ; preds = %4
  %7 = and i32 %.01, 7
  %8 = add nsw i32 %.03, %7
  br label %12

9:                                                ; preds = %4
  %10 = sub nsw i32 %.02, 1
  %11 = sub nsw i32 %.03, 100
  br label %12

12:                                               ; preds = %9, %6
  %.14 = phi i32 [ %8, %6 ], [ %11, %9 ]
  %.1 = phi i32 [ %.02, %6 ], [ %10, %9 ]
  %13 = icmp sgt i32 %.1, 5
  br i1 %13, label %14, label %15

14:                                               ; preds = %12
  br label %23

15:                                               ; preds = %12
  br label %16

16:                                               ; preds = %15
  %17 = add nsw i32 %.01, 1
  br label %2, !llvm.loop !5

18:                                               ; preds = %2
  %19 = mul nsw i32 %.02, 2
  %20 = icmp eq i32 %19, 6
  br i1 %20, label %21, label %22

21:                                               ; preds = %18
  br label %23

22:                                               ; preds = %18
  br label %23

23:                                               ; preds = %22, %21, %14
  %.0 = phi i32 [ -1, %14 ], [ %.03, %21 ], [ 0, %22 ]
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
