source_filename = "c/binary_search.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @binary_search(i32* noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = sub nsw i32 %1, 1
  br label %5

5:                                                ; preds = %22, %3
  %.02 = phi i32 [ 0, %3 ], [ %.13, %22 ]
  %.01 = phi i32 [ %4, %3 ], [ %.1, %22 ]
  %6 = icmp sle i32 %.02, %.01
  br i1 %6, label %7, label %23

7:                                                ; preds = %5
  %8 = sub nsw i32 %.01, %.02
  %9 = sdiv i32 %8, 2
  %10 = add nsw i32 %.02, %9
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds i32, i32* %0, i64 %11
  %13 = load i32, i32* %12, align 4
  %14 = icmp eq i32 %13, %2
  br i1 %14, label %15, label %16

15:                                               ; preds = %7
  br label %24

16:                                               ; preds = %7
  %17 = icmp slt i32 %13, %2
  br i1 %17, label %18, label %20

18:                                               ; preds = %16
  %19 = add nsw i32 %10, 1
  br label %22

20:                                               ; preds = %16
  %21 = sub nsw i32 %10, 1
  br label %22

22:                                               ; preds = %20, %18
  %.13 = phi i32 [ %19, %18 ], [ %.02, %20 ]
  %.1 = phi i32 [ %.01, %18 ], [ %21, %20 ]
  br label %5, !llvm.loop !5

23:                                               ; preds = %5
  br label %24

24:                                               ; preds = %23, %15
  %.0 = phi i32 [ %10, %15 ], [ -1, %23 ]
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
