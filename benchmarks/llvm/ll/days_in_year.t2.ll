source_filename = "c/days_in_year.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@lengths = internal constant [12 x i8] c"\1F\1C\1F\1E\1F\1E\1F\1F\1E\1F\1E\1F", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @days_in_year(i32 noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = icmp eq i32 %1, 0
  %5 = icmp ugt i32 %1, 12
  %or.cond = or i1 %4, %5
  %6 = icmp eq i32 %2, 0
  %or.cond2 = or i1 %or.cond, %6
  br i1 %or.cond2, label %34, label %7

7:                                                ; preds = %3
  %8 = add i32 %1, -1
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds [12 x i8], [12 x i8]* @lengths, i64 0, i64 %9
  %11 = load i8, i8* %10, align 1
  %12 = zext i8 %11 to i32
  %13 = icmp eq i32 %1, 2
  br i1 %13, label %14, label %17

14:                                               ; preds = %7
  %15 = call i32 @is_leap(i32 noundef %0)
  %.not1 = icmp eq i32 %15, 0
  %16 = add nuw nsw i32 %12, 1
  %spec.select = select i1 %.not1, i32 %12, i32 %16
  br label %17

17:                                               ; preds = %14, %7
  %.03 = phi i32 [ %12, %7 ], [ %spec.select, %14 ]
  %18 = icmp ult i32 %.03, %2
  br i1 %18, label %34, label %19

19:                                               ; preds = %17, %32
  %.02 = phi i32 [ %.1, %32 ], [ %2, %17 ]
  %.01 = phi i32 [ %33, %32 ], [ 1, %17 ]
  %20 = icmp ult i32 %.01, %1
  br i1 %20, label %21, label %34

21:                                               ; preds = %19
  %22 = add i32 %.01, -1
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds [12 x i8], [12 x i8]* @lengths, i64 0, i64 %23
  %25 = load i8, i8* %24, align 1
  %26 = zext i8 %25 to i32
  %27 = add nsw i32 %.02, %26
  %28 = icmp eq i32 %.01, 2
  br i1 %28, label %29, label %32

29:                                               ; preds = %21
  %30 = call i32 @is_leap(i32 noundef %0)
  %.not = icmp eq i32 %30, 0
  %31 = add nsw i32 %27, 1
  %spec.select3 = select i1 %.not, i32 %27, i32 %31
  br label %32

32:                                               ; preds = %29, %21
  %.1 = phi i32 [ %27, %21 ], [ %spec.select3, %29 ]
  %33 = add i32 %.01, 1
  br label %19, !llvm.loop !5

34:                                               ; preds = %19, %17, %3
  %.0 = phi i32 [ 0, %3 ], [ 0, %17 ], [ %.02, %19 ]
  ret i32 %.0
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @is_leap(i32 noundef %0) #0 {
  %2 = and i32 %0, 3
  %3 = icmp ne i32 %2, 0
  %4 = urem i32 %0, 100
  %.not = icmp eq i32 %4, 0
  %or.cond = or i1 %3, %.not
  br i1 %or.cond, label %5, label %8

5:                                                ; preds = %1
  %6 = urem i32 %0, 400
  %7 = icmp eq i32 %6, 0
  %phi.cast = zext i1 %7 to i32
  br label %8

8:                                                ; preds = %1, %5
  %9 = phi i32 [ %phi.cast, %5 ], [ 1, %1 ]
  ret i32 %9
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
