source_filename = "c/upper_case.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @upper_case(i8* noundef %0, i32 noundef %1) #0 {
  br label %3

3:                                                ; preds = %22, %2
  %.01 = phi i32 [ 0, %2 ], [ %.1, %22 ]
  %.0 = phi i32 [ 0, %2 ], [ %23, %22 ]
  %4 = icmp slt i32 %.0, %1
  br i1 %4, label %5, label %24

5:                                                ; preds = %3
  %6 = sext i32 %.0 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = sext i8 %8 to i32
  %10 = icmp sge i32 %9, 97
  br i1 %10, label %11, label %21

11:                                               ; preds = %5
  %12 = sext i8 %8 to i32
  %13 = icmp sle i32 %12, 122
  br i1 %13, label %14, label %21

14:                                               ; preds = %11
  %15 = sext i8 %8 to i32
  %16 = sub nsw i32 %15, 32
  %17 = trunc i32 %16 to i8
  %18 = sext i32 %.0 to i64
  %19 = getelementptr inbounds i8, i8* %0, i64 %18
  store i8 %17, i8* %19, align 1
  %20 = add nsw i32 %.01, 1
  br label %21

21:                                               ; preds = %14, %11, %5
  %.1 = phi i32 [ %20, %14 ], [ %.01, %11 ], [ %.01, %5 ]
  br label %22

22:                                               ; preds = %21
  %23 = add nsw i32 %.0, 1
  br label %3, !llvm.loop !5

24:                                               ; preds = %3
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
