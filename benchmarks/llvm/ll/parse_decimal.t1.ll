source_filename = "c/parse_decimal.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @parse_decimal(i8* noundef %0) local_unnamed_addr #0 {
  br label %2

2:                                                ; preds = %15, %1
  %.03 = phi i32 [ 0, %1 ], [ %21, %15 ]
  %.02 = phi i32 [ 0, %1 ], [ %20, %15 ]
  %.01 = phi i8* [ %0, %1 ], [ %22, %15 ]
  %3 = load i8, i8* %.01, align 1
  %4 = sext i8 %3 to i32
  %5 = icmp sge i32 %4, 48
  br i1 %5, label %6, label %10

6:                                                ; preds = %2
  %7 = load i8, i8* %.01, align 1
  %8 = sext i8 %7 to i32
  %9 = icmp sle i32 %8, 57
  br label %10

10:                                               ; preds = %6, %2
  %11 = phi i1 [ false, %2 ], [ %9, %6 ]
  br i1 %11, label %12, label %23

12:                                               ; preds = %10
  %13 = icmp eq i32 %.03, 9
  br i1 %13, label %14, label %15

14:                                               ; preds = %12
  br label %27

15:                                               ; preds = %12
  %16 = mul nsw i32 %.02, 10
  %17 = load i8, i8* %.01, align 1
  %18 = sext i8 %17 to i32
  %19 = sub nsw i32 %18, 48
  %20 = add nsw i32 %16, %19
  %21 = add nsw i32 %.03, 1
  %22 = getelementptr inbounds i8, i8* %.01, i32 1
  br label %2, !llvm.loop !5

23:                                               ; preds = %10
  %24 = icmp eq i32 %.03, 0
  br i1 %24, label %25, label %26

25:                                               ; preds = %23
  br label %27

26:                                               ; preds = %23
  br label %27

27:                                               ; preds = %26, %25, %14
  %.0 = phi i32 [ -1, %14 ], [ -1, %25 ], [ %.02, %26 ]
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
