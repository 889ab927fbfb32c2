source_filename = "c/tokenizer.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @tokenizer(i8* noundef %0, i32 noundef %1) #0 {
  br label %3

3:                                                ; preds = %91, %2
  %.02 = phi i32 [ 0, %2 ], [ %.13, %91 ]
  %.01 = phi i32 [ 0, %2 ], [ %.5, %91 ]
  %4 = icmp slt i32 %.01, %1
  br i1 %4, label %5, label %92

5:                                                ; preds = %3
  %6 = sext i32 %.01 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = call i32 @kind_of(i8 noundef zeroext %8)
  switch i32 %9, label %88 [
    i32 0, label %10
    i32 1, label %11
    i32 2, label %13
    i32 3, label %36
    i32 4, label %60
  ]

10:                                               ; preds = %5
  br label %93

11:                                               ; preds = %5
  %12 = add nsw i32 %.01, 1
  br label %91

13:                                               ; preds = %5
  br label %14

14:                                               ; preds = %32, %13
  %.1 = phi i32 [ %.01, %13 ], [ %15, %32 ]
  %15 = add nsw i32 %.1, 1
  br label %16

16:                                               ; preds = %14
  %17 = icmp slt i32 %15, %1
  br i1 %17, label %18, label %32

18:                                               ; preds = %16
  %19 = sext i32 %15 to i64
  %20 = getelementptr inbounds i8, i8* %0, i64 %19
  %21 = load i8, i8* %20, align 1
  %22 = call i32 @kind_of(i8 noundef zeroext %21)
  %23 = icmp eq i32 %22, 2
  br i1 %23, label %30, label %24

24:                                               ; preds = %18
  %25 = sext i32 %15 to i64
  %26 = getelementptr inbounds i8, i8* %0, i64 %25
  %27 = load i8, i8* %26, align 1
  %28 = call i32 @kind_of(i8 noundef zeroext %27)
  %29 = icmp eq i32 %28, 3
  br label %30

30:                                               ; preds = %24, %18
  %31 = phi i1 [ true, %18 ], [ %29, %24 ]
  br label %32

32:                                               ; preds = %30, %16
  %33 = phi i1 [ false, %16 ], [ %31, %30 ]
  br i1 %33, label %14, label %34, !llvm.loop !5

34:                                               ; preds = %32
  %35 = add nsw i32 %.02, 1
  br label %91

36:                                               ; preds = %5
  br label %37

37:                                               ; preds = %47, %36
  %.2 = phi i32 [ %.01, %36 ], [ %38, %47 ]
  %38 = add nsw i32 %.2, 1
  br label %39

39:                                               ; preds = %37
  %40 = icmp slt i32 %38, %1
  br i1 %40, label %41, label %47

41:                                               ; preds = %39
  %42 = sext i32 %38 to i64
  %43 = getelementptr inbounds i8, i8* %0, i64 %42
  %44 = load i8, i8* %43, align 1
  %45 = call i32 @kind_of(i8 noundef zeroext %44)
  %46 = icmp eq i32 %45, 3
  br label %47

47:                                               ; preds = %41, %39
  %48 = phi i1 [ false, %39 ], [ %46, %41 ]
  br i1 %48, label %37, label %49, !llvm.loop !7

49:                                               ; preds = %47
  %50 = icmp slt i32 %38, %1
  br i1 %50, label %51, label %58

51:                                               ; preds = %49
  %52 = sext i32 %38 to i64
  %53 = getelementptr inbounds i8, i8* %0, i64 %52
  %54 = load i8, i8* %53, align 1
  %55 = call i32 @kind_of(i8 noundef zeroext %54)
  %56 = icmp eq i32 %55, 2
  br i1 %56, label %57, label %58

57:                                               ; preds = %51
  br label %93

58:                                               ; preds = %51, %49
  %59 = add nsw i32 %.02, 1
  br label %91

60:                                               ; preds = %5
  %61 = add nsw i32 %.01, 1
  br label %62

62:                                               ; preds = %80, %60
  %.3 = phi i32 [ %61, %60 ], [ %81, %80 ]
  %63 = icmp slt i32 %.3, %1
  br i1 %63, label %64, label %70

64:                                               ; preds = %62
  %65 = sext i32 %.3 to i64
  %66 = getelementptr inbounds i8, i8* %0, i64 %65
  %67 = load i8, i8* %66, align 1
  %68 = zext i8 %67 to i32
  %69 = icmp ne i32 %68, 34
  br label %70

70:                                               ; preds = %64, %62
  %71 = phi i1 [ false, %62 ], [ %69, %64 ]
  br i1 %71, label %72, label %82

72:                                               ; preds = %70
  %73 = sext i32 %.3 to i64
  %74 = getelementptr inbounds i8, i8* %0, i64 %73
  %75 = load i8, i8* %74, align 1
  %76 = zext i8 %75 to i32
  %77 = icmp eq i32 %76, 92
  br i1 %77, label %78, label %80

78:                                               ; preds = %72
  %79 = add nsw i32 %.3, 1
  br label %80

80:                                               ; preds = %78, %72
  %.4 = phi i32 [ %79, %78 ], [ %.3, %72 ]
  %81 = add nsw i32 %.4, 1
  br label %62, !llvm.loop !8

82:                                               ; preds = %70
  %83 = icmp sge i32 %.3, %1
  br i1 %83, label %84, label %85

84:                                               ; preds = %82
  br label %93

85:                                               ; preds = %82
  %86 = add nsw i32 %.3, 1
  %87 = add nsw i32 %.02, 1
  br label %91

88:                                               ; preds = %5
  %89 = add nsw i32 %.01, 1
  %90 = add nsw i32 %.02, 1
  br label %91

91:                                               ; preds = %88, %85, %58, %34, %11
  %.13 = phi i32 [ %90, %88 ], [ %87, %85 ], [ %59, %58 ], [ %35, %34 ], [ %.02, %11 ]
  %.5 = phi i32 [ %89, %88 ], [ %86, %85 ], [ %38, %58 ], [ %15, %34 ], [ %12, %11 ]
  br label %3, !llvm.loop !9

92:                                               ; preds = %3
  br label %93

93:                                               ; preds = %92, %84, %57, %10
  %.0 = phi i32 [ -2, %84 ], [ -1, %57 ], [ %.02, %10 ], [ %.02, %92 ]
  ret i32 %.0
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @kind_of(i8 noundef zeroext %0) #0 {
  %2 = zext i8 %0 to i32
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %4, label %5

4:                                                ; preds = %1
  br label %46

5:                                                ; preds = %1
  %6 = zext i8 %0 to i32
  %7 = icmp eq i32 %6, 32
  br i1 %7, label %17, label %8

8:                                                ; preds = %5
  %9 = zext i8 %0 to i32
  %10 = icmp eq i32 %9, 9
  br i1 %10, label %17, label %11

11:                                               ; preds = %8
  %12 = zext i8 %0 to i32
  %13 = icmp eq i32 %12, 10
  br i1 %13, label %17, label %14

14:                                               ; preds = %11
  %15 = zext i8 %0 to i32
  %16 = icmp eq i32 %15, 13
  br i1 %16, label %17, label %18

17:                                               ; preds = %14, %11, %8, %5
  br label %46

18:                                               ; preds = %14
  %19 = zext i8 %0 to i32
  %20 = icmp sge i32 %19, 97
  br i1 %20, label %21, label %24

21:                                               ; preds = %18
  %22 = zext i8 %0 to i32
  %23 = icmp sle i32 %22, 122
  br i1 %23, label %33, label %24

24:                                               ; preds = %21, %18
  %25 = zext i8 %0 to i32
  %26 = icmp sge i32 %25, 65
  br i1 %26, label %27, label %30

27:                                               ; preds = %24
  %28 = zext i8 %0 to i32
  %29 = icmp sle i32 %28, 90
  br i1 %29, label %33, label %30

30:                                               ; preds = %27, %24
  %31 = zext i8 %0 to i32
  %32 = icmp eq i32 %31, 95
  br i1 %32, label %33, label %34

33:                                               ; preds = %30, %27, %21
  br label %46

34:                                               ; preds = %30
  %35 = zext i8 %0 to i32
  %36 = icmp sge i32 %35, 48
  br i1 %36, label %37, label %41

37:                                               ; preds = %34
  %38 = zext i8 %0 to i32
  %39 = icmp sle i32 %38, 57
  br i1 %39, label %40, label %41

40:                                               ; preds = %37
  br label %46

41:                                               ; preds = %37, %34
  %42 = zext i8 %0 to i32
  %43 = icmp eq i32 %42, 34
  br i1 %43, label %44, label %45

44:                                               ; preds = %41
  br label %46

45:                                               ; preds = %41
  br label %46

46:                                               ; preds = %45, %44, %40, %33, %17, %4
  %.0 = phi i32 [ 0, %4 ], [ 1, %17 ], [ 2, %33 ], [ 3, %40 ], [ 4, %44 ], [ 5, %45 ]
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
