source_filename = "c/insertion_sort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local void @insertion_sort(i32* noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %30, %2
  %.01 = phi i32 [ 1, %2 ], [ %31, %30 ]
  %4 = icmp slt i32 %.01, %1
  br i1 %4, label %5, label %32

5:                                                ; preds = %3
  %6 = sext i32 %.01 to i64
  %7 = getelementptr inbounds i32, i32* %0, i64 %6
  %8 = load i32, i32* %7, align 4
  br label %9

9:                                                ; preds = %19, %5
  %.0 = phi i32 [ %.01, %5 ], [ %26, %19 ]
  %10 = icmp sgt i32 %.0, 0
  br i1 %10, label %11, label %17

11:                                               ; preds = %9
  %12 = sub nsw i32 %.0, 1
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds i32, i32* %0, i64 %13
  %15 = load i32, i32* %14, align 4
  %16 = icmp sgt i32 %15, %8
  br label %17

17:                                               ; preds = %11, %9
  %18 = phi i1 [ false, %9 ], [ %16, %11 ]
  br i1 %18, label %19, label %27

19:                                               ; preds = %17
  %20 = sub nsw i32 %.0, 1
  %21 = sext i32 %20 to i64
  %22 = getelementptr inbounds i32, i32* %0, i64 %21
  %23 = load i32, i32* %22, align 4
  %24 = sext i32 %.0 to i64
  %25 = getelementptr inbounds i32, i32* %0, i64 %24
  store i32 %23, i32* %25, align 4
  %26 = add nsw i32 %.0, -1
  br label %9, !llvm.loop !5

27:                                               ; preds = %17
  %28 = sext i32 %.0 to i64
  %29 = getelementptr inbounds i32, i32* %0, i64 %28
  store i32 %8, i32* %29, align 4
  br label %30

30:                                               ; preds = %27
  %31 = add nsw i32 %.01, 1
  br label %3, !llvm.loop !7

32:                                               ; preds = %3
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
