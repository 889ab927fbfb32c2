source_filename = "c/counting_sort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local void @counting_sort(i8* noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = alloca [16 x i32], align 16
  br label %4

4:                                                ; preds = %9, %2
  %.02 = phi i32 [ 0, %2 ], [ %10, %9 ]
  %5 = icmp slt i32 %.02, 16
  br i1 %5, label %6, label %11

6:                                                ; preds = %4
  %7 = sext i32 %.02 to i64
  %8 = getelementptr inbounds [16 x i32], [16 x i32]* %3, i64 0, i64 %7
  store i32 0, i32* %8, align 4
  br label %9

9:                                                ; preds = %6
  %10 = add nsw i32 %.02, 1
  br label %4, !llvm.loop !5

11:                                               ; preds = %4
  br label %12

12:                                               ; preds = %24, %11
  %.03 = phi i32 [ 0, %11 ], [ %25, %24 ]
  %13 = icmp slt i32 %.03, %1
  br i1 %13, label %14, label %26

14:                                               ; preds = %12
  %15 = sext i32 %.03 to i64
  %16 = getelementptr inbounds i8, i8* %0, i64 %15
  %17 = load i8, i8* %16, align 1
  %18 = zext i8 %17 to i32
  %19 = and i32 %18, 15
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds [16 x i32], [16 x i32]* %3, i64 0, i64 %20
  %22 = load i32, i32* %21, align 4
  %23 = add nsw i32 %22, 1
  store i32 %23, i32* %21, align 4
  br label %24

24:                                               ; preds = %14
  %25 = add nsw i32 %.03, 1
  br label %12, !llvm.loop !7

26:                                               ; preds = %12
  br label %27

27:                                               ; preds = %47, %26
  %.04 = phi i32 [ 0, %26 ], [ %.1, %47 ]
  %.01 = phi i32 [ 0, %26 ], [ %48, %47 ]
  %28 = icmp slt i32 %.01, 16
  br i1 %28, label %29, label %49

29:                                               ; preds = %27
  %30 = sext i32 %.01 to i64
  %31 = getelementptr inbounds [16 x i32], [16 x i32]* %3, i64 0, i64 %30
  %32 = load i32, i32* %31, align 4
  br label %33

33:                                               ; preds = %44, %29
  %.1 = phi i32 [ %.04, %29 ], [ %43, %44 ]
  %.0 = phi i32 [ %32, %29 ], [ %45, %44 ]
  %34 = icmp sgt i32 %.0, 0
  br i1 %34, label %35, label %37

35:                                               ; preds = %33
  %36 = icmp slt i32 %.1, %1
  br label %37

37:                                               ; preds = %35, %33
  %38 = phi i1 [ false, %33 ], [ %36, %35 ]
  br i1 %38, label %39, label %46

39:                                               ; preds = %37
  %40 = trunc i32 %.01 to i8
  %41 = sext i32 %.1 to i64
  %42 = getelementptr inbounds i8, i8* %0, i64 %41
  store i8 %40, i8* %42, align 1
  %43 = add nsw i32 %.1, 1
  br label %44

44:                                               ; preds = %39
  %45 = add nsw i32 %.0, -1
  br label %33, !llvm.loop !8

46:                                               ; preds = %37
  br label %47

47:                                               ; preds = %46
  %48 = add nsw i32 %.01, 1
  br label %27, !llvm.loop !9

49:                                               ; preds = %27
  ret void
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
