source_filename = "c/tokenizer.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @tokenizer(i8* noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %64, %2
  %.02 = phi i32 [ 0, %2 ], [ %.13, %64 ]
  %.01 = phi i32 [ 0, %2 ], [ %.5, %64 ]
  %4 = icmp slt i32 %.01, %1
  br i1 %4, label %5, label %65

5:                                                ; preds = %3
  %6 = sext i32 %.01 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = call fastcc i32 @kind_of(i8 noundef zeroext %8)
  switch i32 %9, label %61 [
    i32 0, label %65
    i32 1, label %10
    i32 2, label %.critedge1
    i32 3, label %27
    i32 4, label %45
  ]

10:                                               ; preds = %5
  %11 = add nsw i32 %.01, 1
  br label %64

.critedge1:                                       ; preds = %14, %5, %20
  %.1 = phi i32 [ %12, %20 ], [ %.01, %5 ], [ %12, %14 ]
  %12 = add nsw i32 %.1, 1
  %13 = icmp slt i32 %12, %1
  br i1 %13, label %14, label %.critedge

14:                                               ; preds = %.critedge1
  %15 = sext i32 %12 to i64
  %16 = getelementptr inbounds i8, i8* %0, i64 %15
  %17 = load i8, i8* %16, align 1
  %18 = call fastcc i32 @kind_of(i8 noundef zeroext %17)
  %19 = icmp eq i32 %18, 2
  br i1 %19, label %.critedge1, label %20

20:                                               ; preds = %14
  %21 = sext i32 %12 to i64
  %22 = getelementptr inbounds i8, i8* %0, i64 %21
  %23 = load i8, i8* %22, align 1
  %24 = call fastcc i32 @kind_of(i8 noundef zeroext %23)
  %25 = icmp eq i32 %24, 3
  br i1 %25, label %.critedge1, label %.critedge, !llvm.loop !5

.critedge:                                        ; preds = %.critedge1, %20
  %26 = add nsw i32 %.02, 1
  br label %64

27:                                               ; preds = %5, %30
  %.2 = phi i32 [ %28, %30 ], [ %.01, %5 ]
  %28 = add nsw i32 %.2, 1
  %29 = icmp slt i32 %28, %1
  br i1 %29, label %30, label %.critedge2

30:                                               ; preds = %27
  %31 = sext i32 %28 to i64
  %32 = getelementptr inbounds i8, i8* %0, i64 %31
  %33 = load i8, i8* %32, align 1
  %34 = call fastcc i32 @kind_of(i8 noundef zeroext %33)
  %35 = icmp eq i32 %34, 3
  br i1 %35, label %27, label %.critedge2, !llvm.loop !7

.critedge2:                                       ; preds = %27, %30
  %36 = icmp slt i32 %28, %1
  br i1 %36, label %37, label %43

37:                                               ; preds = %.critedge2
  %38 = sext i32 %28 to i64
  %39 = getelementptr inbounds i8, i8* %0, i64 %38
  %40 = load i8, i8* %39, align 1
  %41 = call fastcc i32 @kind_of(i8 noundef zeroext %40)
  %42 = icmp eq i32 %41, 2
  br i1 %42, label %65, label %43

43:                                               ; preds = %37, %.critedge2
  %44 = add nsw i32 %.02, 1
  br label %64

45:                                               ; preds = %5, %52
  %.3.in = phi i32 [ %spec.select, %52 ], [ %.01, %5 ]
  %.3 = add nsw i32 %.3.in, 1
  %46 = icmp slt i32 %.3, %1
  br i1 %46, label %47, label %.critedge3

47:                                               ; preds = %45
  %48 = sext i32 %.3 to i64
  %49 = getelementptr inbounds i8, i8* %0, i64 %48
  %50 = load i8, i8* %49, align 1
  %51 = icmp ne i8 %50, 34
  br i1 %51, label %52, label %.critedge3

52:                                               ; preds = %47
  %53 = sext i32 %.3 to i64
  %54 = getelementptr inbounds i8, i8* %0, i64 %53
  %55 = load i8, i8* %54, align 1
  %56 = icmp eq i8 %55, 92
  %57 = add nsw i32 %.3.in, 2
  %spec.select = select i1 %56, i32 %57, i32 %.3
  br label %45, !llvm.loop !8

.critedge3:                                       ; preds = %45, %47
  %.not = icmp slt i32 %.3, %1
  br i1 %.not, label %58, label %65

58:                                               ; preds = %.critedge3
  %59 = add nsw i32 %.3.in, 2
  %60 = add nsw i32 %.02, 1
  br label %64

61:                                               ; preds = %5
  %62 = add nsw i32 %.01, 1
  %63 = add nsw i32 %.02, 1
  br label %64

64:                                               ; preds = %61, %58, %43, %.critedge, %10
  %.13 = phi i32 [ %63, %61 ], [ %60, %58 ], [ %44, %43 ], [ %26, %.critedge ], [ %.02, %10 ]
  %.5 = phi i32 [ %62, %61 ], [ %59, %58 ], [ %28, %43 ], [ %12, %.critedge ], [ %11, %10 ]
  br label %3, !llvm.loop !9

65:                                               ; preds = %3, %.critedge3, %37, %5
  %.0 = phi i32 [ %.02, %5 ], [ -1, %37 ], [ -2, %.critedge3 ], [ %.02, %3 ]
  ret i32 %.0
}

; Function Attrs: noinline nounwind uwtable
define internal fastcc i32 @kind_of(i8 noundef zeroext %0) unnamed_addr #0 {
  switch i8 %0, label %3 [
    i8 0, label %15
    i8 32, label %2
    i8 9, label %2
    i8 10, label %2
    i8 13, label %2
  ]

2:                                                ; preds = %1, %1, %1, %1
  br label %15

3:                                                ; preds = %1
  %4 = icmp ugt i8 %0, 96
  %5 = icmp ult i8 %0, 123
  %or.cond = and i1 %4, %5
  br i1 %or.cond, label %15, label %6

6:                                                ; preds = %3
  %7 = icmp ugt i8 %0, 64
  %8 = icmp ult i8 %0, 91
  %or.cond1 = and i1 %7, %8
  %9 = icmp eq i8 %0, 95
  %or.cond2 = or i1 %or.cond1, %9
  br i1 %or.cond2, label %15, label %10

10:                                               ; preds = %6
  %11 = icmp ugt i8 %0, 47
  %12 = icmp ult i8 %0, 58
  %or.cond3 = and i1 %11, %12
  br i1 %or.cond3, label %15, label %13

13:                                               ; preds = %10
  %14 = icmp eq i8 %0, 34
  %. = select i1 %14, i32 4, i32 5
  br label %15

15:                                               ; preds = %13, %10, %3, %6, %1, %2
  %.0 = phi i32 [ 1, %2 ], [ 0, %1 ], [ 2, %6 ], [ 2, %3 ], [ 3, %10 ], [ %., %13 ]
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
!7 = distinct !{!7, !6}
!8 = distinct !{!8, !6}
!9 = distinct !{!9, !6}
