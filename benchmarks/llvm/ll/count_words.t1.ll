source_filename = "c/count_words.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @count_words(i8* noundef %0) local_unnamed_addr #0 {
  br label %2

2:                                                ; preds = %22, %1
  %.02 = phi i32 [ 0, %1 ], [ %.24, %22 ]
  %.01 = phi i32 [ 0, %1 ], [ %.2, %22 ]
  %.0 = phi i8* [ %0, %1 ], [ %23, %22 ]
  %3 = load i8, i8* %.0, align 1
  %4 = icmp ne i8 %3, 0
  br i1 %4, label %5, label %24

5:                                                ; preds = %2
  %6 = load i8, i8* %.0, align 1
  %7 = sext i8 %6 to i32
  %8 = icmp eq i32 %7, 32
  br i1 %8, label %15, label %9

9:                                                ; preds = %5
  %10 = sext i8 %6 to i32
  %11 = icmp eq i32 %10, 10
  br i1 %11, label %15, label %12

12:                                               ; preds = %9
  %13 = sext i8 %6 to i32
  %14 = icmp eq i32 %13, 9
  br i1 %14, label %15, label %16

15:                                               ; preds = %12, %9, %5
  br label %21

16:                                               ; preds = %12
  %17 = icmp ne i32 %.02, 0
  br i1 %17, label %20, label %18

18:                                               ; preds = %16
  %19 = add nsw i32 %.01, 1
  br label %20

20:                                               ; preds = %18, %16
  %.13 = phi i32 [ %.02, %16 ], [ 1, %18 ]
  %.1 = phi i32 [ %.01, %16 ], [ %19, %18 ]
  br label %21

21:                                               ; preds = %20, %15
  %.24 = phi i32 [ 0, %15 ], [ %.13, %20 ]
  %.2 = phi i32 [ %.01, %15 ], [ %.1, %20 ]
  br label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i8, i8* %.0, i32 1
  br label %2, !llvm.loop !5

24:                                               ; preds = %2
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
