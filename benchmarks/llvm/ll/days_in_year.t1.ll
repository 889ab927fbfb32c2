source_filename = "c/days_in_year.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@lengths = internal unnamed_addr constant [12 x i8] c"\1F\1C\1F\1E\1F\1E\1F\1F\1E\1F\1E\1F", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @days_in_year(i32 noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = icmp ult i32 %1, 1
  br i1 %4, label %9, label %5

5:                                                ; preds = %3
  %6 = icmp ugt i32 %1, 12
  br i1 %6, label %9, label %7

7:                                                ; preds = %5
  %8 = icmp ult i32 %2, 1
  br i1 %8, label %9, label %10

9:                                                ; preds = %7, %5, %3
  br label %45

10:                                               ; preds = %7
  %11 = sub i32 %1, 1
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds [12 x i8], [12 x i8]* @lengths, i64 0, i64 %12
  %14 = load i8, i8* %13, align 1
  %15 = zext i8 %14 to i32
  %16 = icmp eq i32 %1, 2
  br i1 %16, label %17, label %22

17:                                               ; preds = %10
  %18 = call fastcc i32 @is_leap(i32 noundef %0)
  %19 = icmp ne i32 %18, 0
  br i1 %19, label %20, label %22

20:                                               ; preds = %17
  %21 = add i32 %15, 1
  br label %22

22:                                               ; preds = %20, %17, %10
  %.03 = phi i32 [ %21, %20 ], [ %15, %17 ], [ %15, %10 ]
  %23 = icmp ugt i32 %2, %.03
  br i1 %23, label %24, label %25

24:                                               ; preds = %22
  br label %45

25:                                               ; preds = %22
  br label %26

26:                                               ; preds = %42, %25
  %.02 = phi i32 [ %2, %25 ], [ %.1, %42 ]
  %.01 = phi i32 [ 1, %25 ], [ %43, %42 ]
  %27 = icmp ult i32 %.01, %1
  br i1 %27, label %28, label %44

28:                                               ; preds = %26
  %29 = sub i32 %.01, 1
  %30 = zext i32 %29 to i64
  %31 = getelementptr inbounds [12 x i8], [12 x i8]* @lengths, i64 0, i64 %30
  %32 = load i8, i8* %31, align 1
  %33 = zext i8 %32 to i32
  %34 = add nsw i32 %.02, %33
  %35 = icmp eq i32 %.01, 2
  br i1 %35, label %36, label %41

36:                                               ; preds = %28
  %37 = call fastcc i32 @is_leap(i32 noundef %0)
  %38 = icmp ne i32 %37, 0
  br i1 %38, label %39, label %41

39:                                               ; preds = %36
  %40 = add nsw i32 %34, 1
  br label %41

41:                                               ; preds = %39, %36, %28
  %.1 = phi i32 [ %40, %39 ], [ %34, %36 ], [ %34, %28 ]
  br label %42

42:                                               ; preds = %41
  %43 = add i32 %.01, 1
  br label %26, !llvm.loop !5

44:                                               ; preds = %26
  br label %45

45:                                               ; preds = %44, %24, %9
  %.0 = phi i32 [ 0, %9 ], [ 0, %24 ], [ %.02, %44 ]
  ret i32 %.0
}

; Function Attrs: noinline nounwind uwtable
define internal fastcc i32 @is_leap(i32 noundef %0) unnamed_addr #0 {
  %2 = urem i32 %0, 4
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %4, label %7

4:                                                ; preds = %1
  %5 = urem i32 %0, 100
  %6 = icmp ne i32 %5, 0
  br i1 %6, label %10, label %7

7:                                                ; preds = %4, %1
  %8 = urem i32 %0, 400
  %9 = icmp eq i32 %8, 0
  br label %10

10:                                               ; preds = %7, %4
  %11 = phi i1 [ true, %4 ], [ %9, %7 ]
  %12 = zext i1 %11 to i32
  ret i32 %12
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
