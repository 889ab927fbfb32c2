source_filename = "c/vending.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @vending(i8* noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = icmp slt i32 %2, 5
  %5 = icmp sgt i32 %2, 500
  %or.cond = or i1 %4, %5
  br i1 %or.cond, label %25, label %6

6:                                                ; preds = %3, %22
  %.03 = phi i32 [ %spec.select, %22 ], [ 0, %3 ]
  %.02 = phi i32 [ %.2, %22 ], [ 0, %3 ]
  %.01 = phi i32 [ %24, %22 ], [ 0, %3 ]
  %7 = icmp slt i32 %.01, %1
  br i1 %7, label %8, label %25

8:                                                ; preds = %6
  %9 = zext i32 %.01 to i64
  %10 = getelementptr inbounds i8, i8* %0, i64 %9
  %11 = load i8, i8* %10, align 1
  switch i8 %11, label %21 [
    i8 110, label %12
    i8 100, label %14
    i8 113, label %16
    i8 114, label %22
    i8 98, label %18
  ]

12:                                               ; preds = %8
  %13 = add nsw i32 %.03, 5
  br label %22

14:                                               ; preds = %8
  %15 = add nsw i32 %.03, 10
  br label %22

16:                                               ; preds = %8
  %17 = add nsw i32 %.03, 25
  br label %22

18:                                               ; preds = %8
  %.not = icmp slt i32 %.03, %2
  %19 = sub nsw i32 %.03, %2
  %20 = add nsw i32 %.02, 1
  %.14 = select i1 %.not, i32 %.03, i32 %19
  %.1 = select i1 %.not, i32 %.02, i32 %20
  br label %22

21:                                               ; preds = %8
  br label %22

22:                                               ; preds = %8, %21, %18, %16, %14, %12
  %.25 = phi i32 [ %.03, %21 ], [ %.14, %18 ], [ %17, %16 ], [ %15, %14 ], [ %13, %12 ], [ 0, %8 ]
  %.2 = phi i32 [ %.02, %21 ], [ %.1, %18 ], [ %.02, %16 ], [ %.02, %14 ], [ %.02, %12 ], [ %.02, %8 ]
  %23 = icmp sgt i32 %.25, 1000
  %spec.select = select i1 %23, i32 1000, i32 %.25
  %24 = add nuw nsw i32 %.01, 1
  br label %6, !llvm.loop !5

25:                                               ; preds = %6, %3
  %.0 = phi i32 [ -1, %3 ], [ %.02, %6 ]
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
