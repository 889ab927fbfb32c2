source_filename = "c/parse_signed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @parse_signed(i8* noundef %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds i8, i8* %0, i64 0
  %3 = load i8, i8* %2, align 1
  %4 = sext i8 %3 to i32
  %5 = icmp eq i32 %4, 45
  br i1 %5, label %6, label %7

6:                                                ; preds = %1
  br label %14

7:                                                ; preds = %1
  %8 = getelementptr inbounds i8, i8* %0, i64 0
  %9 = load i8, i8* %8, align 1
  %10 = sext i8 %9 to i32
  %11 = icmp eq i32 %10, 43
  br i1 %11, label %12, label %13

12:                                               ; preds = %7
  br label %13

13:                                               ; preds = %12, %7
  %.01 = phi i32 [ 1, %12 ], [ 0, %7 ]
  br label %14

14:                                               ; preds = %13, %6
  %.02 = phi i32 [ 1, %6 ], [ 0, %13 ]
  %.1 = phi i32 [ 1, %6 ], [ %.01, %13 ]
  br label %15

15:                                               ; preds = %40, %14
  %.03 = phi i32 [ 0, %14 ], [ %.14, %40 ]
  %.2 = phi i32 [ %.1, %14 ], [ %41, %40 ]
  %16 = sext i32 %.2 to i64
  %17 = getelementptr inbounds i8, i8* %0, i64 %16
  %18 = load i8, i8* %17, align 1
  %19 = sext i8 %18 to i32
  %20 = icmp sge i32 %19, 48
  br i1 %20, label %21, label %27

21:                                               ; preds = %15
  %22 = sext i32 %.2 to i64
  %23 = getelementptr inbounds i8, i8* %0, i64 %22
  %24 = load i8, i8* %23, align 1
  %25 = sext i8 %24 to i32
  %26 = icmp sle i32 %25, 57
  br label %27

27:                                               ; preds = %21, %15
  %28 = phi i1 [ false, %15 ], [ %26, %21 ]
  br i1 %28, label %29, label %42

29:                                               ; preds = %27
  %30 = mul nsw i32 %.03, 10
  %31 = sext i32 %.2 to i64
  %32 = getelementptr inbounds i8, i8* %0, i64 %31
  %33 = load i8, i8* %32, align 1
  %34 = sext i8 %33 to i32
  %35 = sub nsw i32 %34, 48
  %36 = add nsw i32 %30, %35
  %37 = icmp sgt i32 %36, 32768
  br i1 %37, label %38, label %39

38:                                               ; preds = %29
  br label %39

39:                                               ; preds = %38, %29
  %.14 = phi i32 [ 32768, %38 ], [ %36, %29 ]
  br label %40

40:                                               ; preds = %39
  %41 = add nsw i32 %.2, 1
  br label %15, !llvm.loop !5

42:                                               ; preds = %27
  %43 = icmp ne i32 %.02, 0
  br i1 %43, label %44, label %46

44:                                               ; preds = %42
  %45 = sub nsw i32 0, %.03
  br label %50

46:                                               ; preds = %42
  %47 = icmp sgt i32 %.03, 32767
  br i1 %47, label %48, label %49

48:                                               ; preds = %46
  br label %49

49:                                               ; preds = %48, %46
  %.25 = phi i32 [ 32767, %48 ], [ %.03, %46 ]
  br label %50

50:                                               ; preds = %49, %44
  %.0 = phi i32 [ %45, %44 ], [ %.25, %49 ]
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
