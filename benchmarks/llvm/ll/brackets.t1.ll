source_filename = "c/brackets.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @brackets(i8* noundef %0) local_unnamed_addr #0 {
  br label %2

2:                                                ; preds = %25, %1
  %.02 = phi i32 [ 0, %1 ], [ %.1, %25 ]
  %.01 = phi i32 [ 0, %1 ], [ %26, %25 ]
  %3 = sext i32 %.01 to i64
  %4 = getelementptr inbounds i8, i8* %0, i64 %3
  %5 = load i8, i8* %4, align 1
  %6 = sext i8 %5 to i32
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %8, label %27

8:                                                ; preds = %2
  %9 = sext i32 %.01 to i64
  %10 = getelementptr inbounds i8, i8* %0, i64 %9
  %11 = load i8, i8* %10, align 1
  %12 = sext i8 %11 to i32
  switch i32 %12, label %23 [
    i32 40, label %13
    i32 41, label %18
  ]

13:                                               ; preds = %8
  %14 = icmp eq i32 %.02, 1000
  br i1 %14, label %15, label %16

15:                                               ; preds = %13
  br label %30

16:                                               ; preds = %13
  %17 = add nsw i32 %.02, 1
  br label %24

18:                                               ; preds = %8
  %19 = icmp eq i32 %.02, 0
  br i1 %19, label %20, label %21

20:                                               ; preds = %18
  br label %30

21:                                               ; preds = %18
  %22 = add nsw i32 %.02, -1
  br label %24

23:                                               ; preds = %8
  br label %24

24:                                               ; preds = %23, %21, %16
  %.1 = phi i32 [ %.02, %23 ], [ %22, %21 ], [ %17, %16 ]
  br label %25

25:                                               ; preds = %24
  %26 = add nsw i32 %.01, 1
  br label %2, !llvm.loop !5

27:                                               ; preds = %2
  %28 = icmp eq i32 %.02, 0
  %29 = zext i1 %28 to i32
  br label %30

30:                                               ; preds = %27, %20, %15
  %.0 = phi i32 [ 0, %20 ], [ 0, %15 ], [ %29, %27 ]
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
