source_filename = "c/bubble_sort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local void @bubble_sort(i8* noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %36, %2
  %.01 = phi i32 [ 1, %2 ], [ %.1, %36 ]
  %4 = icmp ne i32 %.01, 0
  br i1 %4, label %5, label %37

5:                                                ; preds = %3
  br label %6

6:                                                ; preds = %34, %5
  %.1 = phi i32 [ 0, %5 ], [ %.2, %34 ]
  %.0 = phi i32 [ 0, %5 ], [ %35, %34 ]
  %7 = add nsw i32 %.0, 1
  %8 = icmp slt i32 %7, %1
  br i1 %8, label %9, label %36

9:                                                ; preds = %6
  %10 = sext i32 %.0 to i64
  %11 = getelementptr inbounds i8, i8* %0, i64 %10
  %12 = load i8, i8* %11, align 1
  %13 = zext i8 %12 to i32
  %14 = add nsw i32 %.0, 1
  %15 = sext i32 %14 to i64
  %16 = getelementptr inbounds i8, i8* %0, i64 %15
  %17 = load i8, i8* %16, align 1
  %18 = zext i8 %17 to i32
  %19 = icmp sgt i32 %13, %18
  br i1 %19, label %20, label %33

20:                                               ; preds = %9
  %21 = sext i32 %.0 to i64
  %22 = getelementptr inbounds i8, i8* %0, i64 %21
  %23 = load i8, i8* %22, align 1
  %24 = add nsw i32 %.0, 1
  %25 = sext i32 %24 to i64
  %26 = getelementptr inbounds i8, i8* %0, i64 %25
  %27 = load i8, i8* %26, align 1
  %28 = sext i32 %.0 to i64
  %29 = getelementptr inbounds i8, i8* %0, i64 %28
  store i8 %27, i8* %29, align 1
  %30 = add nsw i32 %.0, 1
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds i8, i8* %0, i64 %31
  store i8 %23, i8* %32, align 1
  br label %33

33:                                               ; preds = %20, %9
  %.2 = phi i32 [ 1, %20 ], [ %.1, %9 ]
  br label %34

34:                                               ; preds = %33
  %35 = add nsw i32 %.0, 1
  br label %6, !llvm.loop !5

36:                                               ; preds = %6
  br label %3, !llvm.loop !7

37:                                               ; preds = %3
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
