source_filename = "c/matrix_trace.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @matrix_trace(i32* noundef %0, i32 noundef %1) #0 {
  br label %3

3:                                                ; preds = %28, %2
  %.02 = phi i32 [ 0, %2 ], [ %.1, %28 ]
  %.01 = phi i32 [ 0, %2 ], [ %29, %28 ]
  %4 = icmp slt i32 %.01, %1
  br i1 %4, label %5, label %30

5:                                                ; preds = %3
  br label %6

6:                                                ; preds = %25, %5
  %.1 = phi i32 [ %.02, %5 ], [ %.3, %25 ]
  %.0 = phi i32 [ 0, %5 ], [ %26, %25 ]
  %7 = icmp slt i32 %.0, %1
  br i1 %7, label %8, label %27

8:                                                ; preds = %6
  %9 = mul nsw i32 %.01, %1
  %10 = add nsw i32 %9, %.0
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds i32, i32* %0, i64 %11
  %13 = load i32, i32* %12, align 4
  %14 = icmp eq i32 %.01, %.0
  br i1 %14, label %15, label %17

15:                                               ; preds = %8
  %16 = add i32 %.1, %13
  br label %24

17:                                               ; preds = %8
  %18 = icmp eq i32 %.01, 0
  br i1 %18, label %21, label %19

19:                                               ; preds = %17
  %20 = icmp eq i32 %.0, 0
  br i1 %20, label %21, label %23

21:                                               ; preds = %19, %17
  %22 = sub i32 %.1, %13
  br label %23

23:                                               ; preds = %21, %19
  %.2 = phi i32 [ %22, %21 ], [ %.1, %19 ]
  br label %24

24:                                               ; preds = %23, %15
  %.3 = phi i32 [ %16, %15 ], [ %.2, %23 ]
  br label %25

25:                                               ; preds = %24
  %26 = add nsw i32 %.0, 1
  br label %6, !llvm.loop !5

27:                                               ; preds = %6
  br label %28

28:                                               ; preds = %27
  %29 = add nsw i32 %.01, 1
  br label %3, !llvm.loop !7

30:                                               ; preds = %3
  ret i32 %.02
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
