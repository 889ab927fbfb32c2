source_filename = "c/binary_gcd.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @binary_gcd(i32 noundef %0, i32 noundef %1) #0 {
  %3 = icmp eq i32 %0, 0
  br i1 %3, label %4, label %5

4:                                                ; preds = %2
  br label %40

5:                                                ; preds = %2
  %6 = icmp eq i32 %1, 0
  br i1 %6, label %7, label %8

7:                                                ; preds = %5
  br label %40

8:                                                ; preds = %5
  br label %9

9:                                                ; preds = %13, %8
  %.06 = phi i32 [ 0, %8 ], [ %16, %13 ]
  %.02 = phi i32 [ %1, %8 ], [ %15, %13 ]
  %.01 = phi i32 [ %0, %8 ], [ %14, %13 ]
  %10 = or i32 %.01, %.02
  %11 = and i32 %10, 1
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %17

13:                                               ; preds = %9
  %14 = lshr i32 %.01, 1
  %15 = lshr i32 %.02, 1
  %16 = add i32 %.06, 1
  br label %9, !llvm.loop !5

17:                                               ; preds = %9
  br label %18

18:                                               ; preds = %21, %17
  %.1 = phi i32 [ %.01, %17 ], [ %22, %21 ]
  %19 = and i32 %.1, 1
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %21, label %23

21:                                               ; preds = %18
  %22 = lshr i32 %.1, 1
  br label %18, !llvm.loop !7

23:                                               ; preds = %18
  br label %24

24:                                               ; preds = %35, %23
  %.13 = phi i32 [ %.02, %23 ], [ %36, %35 ]
  %.2 = phi i32 [ %.1, %23 ], [ %.3, %35 ]
  %25 = icmp ne i32 %.13, 0
  br i1 %25, label %26, label %37

26:                                               ; preds = %24
  br label %27

27:                                               ; preds = %30, %26
  %.24 = phi i32 [ %.13, %26 ], [ %31, %30 ]
  %28 = and i32 %.24, 1
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %32

30:                                               ; preds = %27
  %31 = lshr i32 %.24, 1
  br label %27, !llvm.loop !8

32:                                               ; preds = %27
  %33 = icmp ugt i32 %.2, %.24
  br i1 %33, label %34, label %35

34:                                               ; preds = %32
  br label %35

35:                                               ; preds = %34, %32
  %.35 = phi i32 [ %.2, %34 ], [ %.24, %32 ]
  %.3 = phi i32 [ %.24, %34 ], [ %.2, %32 ]
  %36 = sub i32 %.35, %.3
  br label %24, !llvm.loop !9

37:                                               ; preds = %24
  %38 = and i32 %.06, 31
  %39 = shl i32 %.2, %38
  br label %40

40:                                               ; preds = %37, %7, %4
  %.0 = phi i32 [ %1, %4 ], [ %0, %7 ], [ %39, %37 ]
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
