source_filename = "c/bubble_sort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local void @bubble_sort(i8* noundef %0, i32 noundef %1) #0 {
  br label %3

3:                                                ; preds = %4, %2
  %.01 = phi i32 [ 1, %2 ], [ %.1, %4 ]
  %.not = icmp eq i32 %.01, 0
  br i1 %.not, label %31, label %4

4:                                                ; preds = %3, %29
  %.1 = phi i32 [ %.2, %29 ], [ 0, %3 ]
  %.0 = phi i32 [ %30, %29 ], [ 0, %3 ]
  %5 = add nuw nsw i32 %.0, 1
  %6 = icmp slt i32 %5, %1
  br i1 %6, label %7, label %3, !llvm.loop !5

7:                                                ; preds = %4
  %8 = zext i32 %.0 to i64
  %9 = getelementptr inbounds i8, i8* %0, i64 %8
  %10 = load i8, i8* %9, align 1
  %11 = add nuw nsw i32 %.0, 1
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds i8, i8* %0, i64 %12
  %14 = load i8, i8* %13, align 1
  %15 = icmp ugt i8 %10, %14
  br i1 %15, label %16, label %29

16:                                               ; preds = %7
  %17 = zext i32 %.0 to i64
  %18 = getelementptr inbounds i8, i8* %0, i64 %17
  %19 = load i8, i8* %18, align 1
  %20 = add nuw nsw i32 %.0, 1
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds i8, i8* %0, i64 %21
  %23 = load i8, i8* %22, align 1
  %24 = zext i32 %.0 to i64
  %25 = getelementptr inbounds i8, i8* %0, i64 %24
  store i8 %23, i8* %25, align 1
  %26 = add nuw nsw i32 %.0, 1
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds i8, i8* %0, i64 %27
  store i8 %19, i8* %28, align 1
  br label %29

29:                                               ; preds = %7, %16
  %.2 = phi i32 [ 1, %16 ], [ %.1, %7 ]
  %30 = add nuw nsw i32 %.0, 1
  br label %4, !llvm.loop !7

31:                                               ; preds = %3
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
