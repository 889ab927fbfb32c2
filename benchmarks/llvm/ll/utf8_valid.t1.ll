source_filename = "c/utf8_valid.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @utf8_valid(i8* noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %42, %2
  %.02 = phi i32 [ 0, %2 ], [ %.4, %42 ]
  %.01 = phi i32 [ 0, %2 ], [ %43, %42 ]
  %4 = icmp slt i32 %.01, %1
  br i1 %4, label %5, label %44

5:                                                ; preds = %3
  %6 = sext i32 %.01 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = icmp sgt i32 %.02, 0
  br i1 %9, label %10, label %17

10:                                               ; preds = %5
  %11 = zext i8 %8 to i32
  %12 = and i32 %11, 192
  %13 = icmp ne i32 %12, 128
  br i1 %13, label %14, label %15

14:                                               ; preds = %10
  br label %47

15:                                               ; preds = %10
  %16 = add nsw i32 %.02, -1
  br label %41

17:                                               ; preds = %5
  %18 = zext i8 %8 to i32
  %19 = icmp slt i32 %18, 128
  br i1 %19, label %20, label %21

20:                                               ; preds = %17
  br label %40

21:                                               ; preds = %17
  %22 = zext i8 %8 to i32
  %23 = and i32 %22, 224
  %24 = icmp eq i32 %23, 192
  br i1 %24, label %25, label %26

25:                                               ; preds = %21
  br label %39

26:                                               ; preds = %21
  %27 = zext i8 %8 to i32
  %28 = and i32 %27, 240
  %29 = icmp eq i32 %28, 224
  br i1 %29, label %30, label %31

30:                                               ; preds = %26
  br label %38

31:                                               ; preds = %26
  %32 = zext i8 %8 to i32
  %33 = and i32 %32, 248
  %34 = icmp eq i32 %33, 240
  br i1 %34, label %35, label %36

35:                                               ; preds = %31
  br label %37

36:                                               ; preds = %31
  br label %47

37:                                               ; preds = %35
  br label %38

38:                                               ; preds = %37, %30
  %.1 = phi i32 [ 2, %30 ], [ 3, %37 ]
  br label %39

39:                                               ; preds = %38, %25
  %.2 = phi i32 [ 1, %25 ], [ %.1, %38 ]
  br label %40

40:                                               ; preds = %39, %20
  %.3 = phi i32 [ 0, %20 ], [ %.2, %39 ]
  br label %41

41:                                               ; preds = %40, %15
  %.4 = phi i32 [ %16, %15 ], [ %.3, %40 ]
  br label %42

42:                                               ; preds = %41
  %43 = add nsw i32 %.01, 1
  br label %3, !llvm.loop !5

44:                                               ; preds = %3
  %45 = icmp eq i32 %.02, 0
  %46 = zext i1 %45 to i32
  br label %47

47:                                               ; preds = %44, %36, %14
  %.0 = phi i32 [ 0, %14 ], [ 0, %36 ], [ %46, %44 ]
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
