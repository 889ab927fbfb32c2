source_filename = "c/parse_ipv4.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @parse_ipv4(i8* noundef %0) local_unnamed_addr #0 {
  br label %2

2:                                                ; preds = %42, %1
  %.03 = phi i32 [ 0, %1 ], [ %43, %42 ]
  %.02 = phi i32 [ 0, %1 ], [ %32, %42 ]
  %.01 = phi i8* [ %0, %1 ], [ %.2, %42 ]
  %3 = icmp slt i32 %.03, 4
  br i1 %3, label %4, label %44

4:                                                ; preds = %2
  br label %5

5:                                                ; preds = %17, %4
  %.05 = phi i32 [ 0, %4 ], [ %24, %17 ]
  %.04 = phi i32 [ 0, %4 ], [ %22, %17 ]
  %.1 = phi i8* [ %.01, %4 ], [ %23, %17 ]
  %6 = load i8, i8* %.1, align 1
  %7 = sext i8 %6 to i32
  %8 = icmp sge i32 %7, 48
  br i1 %8, label %9, label %15

9:                                                ; preds = %5
  %10 = load i8, i8* %.1, align 1
  %11 = sext i8 %10 to i32
  %12 = icmp sle i32 %11, 57
  br i1 %12, label %13, label %15

13:                                               ; preds = %9
  %14 = icmp slt i32 %.05, 3
  br label %15

15:                                               ; preds = %13, %9, %5
  %16 = phi i1 [ false, %9 ], [ false, %5 ], [ %14, %13 ]
  br i1 %16, label %17, label %25

17:                                               ; preds = %15
  %18 = mul i32 %.04, 10
  %19 = load i8, i8* %.1, align 1
  %20 = sext i8 %19 to i32
  %21 = sub nsw i32 %20, 48
  %22 = add i32 %18, %21
  %23 = getelementptr inbounds i8, i8* %.1, i32 1
  %24 = add nsw i32 %.05, 1
  br label %5, !llvm.loop !5

25:                                               ; preds = %15
  %26 = icmp eq i32 %.05, 0
  br i1 %26, label %29, label %27

27:                                               ; preds = %25
  %28 = icmp ugt i32 %.04, 255
  br i1 %28, label %29, label %30

29:                                               ; preds = %27, %25
  br label %50

30:                                               ; preds = %27
  %31 = shl i32 %.02, 8
  %32 = or i32 %31, %.04
  %33 = icmp slt i32 %.03, 3
  br i1 %33, label %34, label %41

34:                                               ; preds = %30
  %35 = load i8, i8* %.1, align 1
  %36 = sext i8 %35 to i32
  %37 = icmp ne i32 %36, 46
  br i1 %37, label %38, label %39

38:                                               ; preds = %34
  br label %50

39:                                               ; preds = %34
  %40 = getelementptr inbounds i8, i8* %.1, i32 1
  br label %41

41:                                               ; preds = %39, %30
  %.2 = phi i8* [ %40, %39 ], [ %.1, %30 ]
  br label %42

42:                                               ; preds = %41
  %43 = add nsw i32 %.03, 1
  br label %2, !llvm.loop !7

44:                                               ; preds = %2
  %45 = load i8, i8* %.01, align 1
  %46 = sext i8 %45 to i32
  %47 = icmp ne i32 %46, 0
  br i1 %47, label %48, label %49

48:                                               ; preds = %44
  br label %50

49:                                               ; preds = %44
  br label %50

50:                                               ; preds = %49, %48, %38, %29
  %.0 = phi i32 [ 0, %29 ], [ 0, %38 ], [ 0, %48 ], [ %.02, %49 ]
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
