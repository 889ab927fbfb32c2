source_filename = "c/brackets.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @brackets(i8* noundef %0) local_unnamed_addr #0 {
  br label %2

2:                                                ; preds = %19, %1
  %.02 = phi i32 [ 0, %1 ], [ %.1, %19 ]
  %.01 = phi i32 [ 0, %1 ], [ %20, %19 ]
  %3 = zext i32 %.01 to i64
  %4 = getelementptr inbounds i8, i8* %0, i64 %3
  %5 = load i8, i8* %4, align 1
  %.not = icmp eq i8 %5, 0
  br i1 %.not, label %21, label %6

6:                                                ; preds = %2
  %7 = zext i32 %.01 to i64
  %8 = getelementptr inbounds i8, i8* %0, i64 %7
  %9 = load i8, i8* %8, align 1
  %10 = sext i8 %9 to i32
  switch i32 %10, label %19 [
    i32 40, label %11
    i32 41, label %15
  ]

11:                                               ; preds = %6
  %12 = icmp eq i32 %.02, 1000
  br i1 %12, label %24, label %13

13:                                               ; preds = %11
  %14 = add nsw i32 %.02, 1
  br label %19

15:                                               ; preds = %6
  %16 = icmp eq i32 %.02, 0
  br i1 %16, label %24, label %17

17:                                               ; preds = %15
  %18 = add nsw i32 %.02, -1
  br label %19

19:                                               ; preds = %13, %17, %6
  %.1 = phi i32 [ %18, %17 ], [ %14, %13 ], [ %.02, %6 ]
  %20 = add nuw nsw i32 %.01, 1
  br label %2, !llvm.loop !5

21:                                               ; preds = %2
  %22 = icmp eq i32 %.02, 0
  %23 = zext i1 %22 to i32
  br label %24

24:                                               ; preds = %15, %11, %21
  %.0 = phi i32 [ %23, %21 ], [ 0, %11 ], [ 0, %15 ]
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
