source_filename = "c/selection_sort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local void @selection_sort(i32* noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %27, %2
  %.02 = phi i32 [ 0, %2 ], [ %28, %27 ]
  %4 = icmp slt i32 %.02, %1
  br i1 %4, label %5, label %29

5:                                                ; preds = %3, %7
  %.01 = phi i32 [ %spec.select, %7 ], [ %.02, %3 ]
  %.0.in = phi i32 [ %.0, %7 ], [ %.02, %3 ]
  %.0 = add nuw nsw i32 %.0.in, 1
  %6 = icmp slt i32 %.0, %1
  br i1 %6, label %7, label %15

7:                                                ; preds = %5
  %8 = zext i32 %.0 to i64
  %9 = getelementptr inbounds i32, i32* %0, i64 %8
  %10 = load i32, i32* %9, align 4
  %11 = sext i32 %.01 to i64
  %12 = getelementptr inbounds i32, i32* %0, i64 %11
  %13 = load i32, i32* %12, align 4
  %14 = icmp slt i32 %10, %13
  %spec.select = select i1 %14, i32 %.0, i32 %.01
  br label %5, !llvm.loop !5

15:                                               ; preds = %5
  %.not = icmp eq i32 %.01, %.02
  br i1 %.not, label %27, label %16

16:                                               ; preds = %15
  %17 = zext i32 %.02 to i64
  %18 = getelementptr inbounds i32, i32* %0, i64 %17
  %19 = load i32, i32* %18, align 4
  %20 = sext i32 %.01 to i64
  %21 = getelementptr inbounds i32, i32* %0, i64 %20
  %22 = load i32, i32* %21, align 4
  %23 = zext i32 %.02 to i64
  %24 = getelementptr inbounds i32, i32* %0, i64 %23
  store i32 %22, i32* %24, align 4
  %25 = sext i32 %.01 to i64
  %26 = getelementptr inbounds i32, i32* %0, i64 %25
  store i32 %19, i32* %26, align 4
  br label %27

27:                                               ; preds = %15, %16
  %28 = add nuw nsw i32 %.02, 1
  br label %3, !llvm.loop !7

29:                                               ; preds = %3
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
