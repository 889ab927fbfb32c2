source_filename = "c/parse_hex.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @parse_hex(i8* noundef %0, i32* noundef %1) #0 {
  br label %3

3:                                                ; preds = %40, %2
  %.02 = phi i32 [ 0, %2 ], [ %42, %40 ]
  %.01 = phi i32 [ 0, %2 ], [ %43, %40 ]
  %4 = icmp slt i32 %.01, 8
  br i1 %4, label %5, label %44

5:                                                ; preds = %3
  %6 = sext i32 %.01 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = sext i8 %8 to i32
  %10 = icmp sge i32 %9, 48
  br i1 %10, label %11, label %17

11:                                               ; preds = %5
  %12 = sext i8 %8 to i32
  %13 = icmp sle i32 %12, 57
  br i1 %13, label %14, label %17

14:                                               ; preds = %11
  %15 = sext i8 %8 to i32
  %16 = sub nsw i32 %15, 48
  br label %40

17:                                               ; preds = %11, %5
  %18 = sext i8 %8 to i32
  %19 = icmp sge i32 %18, 97
  br i1 %19, label %20, label %27

20:                                               ; preds = %17
  %21 = sext i8 %8 to i32
  %22 = icmp sle i32 %21, 102
  br i1 %22, label %23, label %27

23:                                               ; preds = %20
  %24 = sext i8 %8 to i32
  %25 = sub nsw i32 %24, 97
  %26 = add i32 %25, 10
  br label %39

27:                                               ; preds = %20, %17
  %28 = sext i8 %8 to i32
  %29 = icmp sge i32 %28, 65
  br i1 %29, label %30, label %37

30:                                               ; preds = %27
  %31 = sext i8 %8 to i32
  %32 = icmp sle i32 %31, 70
  br i1 %32, label %33, label %37

33:                                               ; preds = %30
  %34 = sext i8 %8 to i32
  %35 = sub nsw i32 %34, 65
  %36 = add i32 %35, 10
  br label %38

37:                                               ; preds = %30, %27
  br label %44

38:                                               ; preds = %33
  br label %39

39:                                               ; preds = %38, %23
  %.0 = phi i32 [ %26, %23 ], [ %36, %38 ]
  br label %40

40:                                               ; preds = %39, %14
  %.1 = phi i32 [ %16, %14 ], [ %.0, %39 ]
  %41 = shl i32 %.02, 4
  %42 = or i32 %41, %.1
  %43 = add nsw i32 %.01, 1
  br label %3, !llvm.loop !5

44:                                               ; preds = %37, %3
  store i32 %.01, i32* %1, align 4
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
