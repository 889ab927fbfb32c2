source_filename = "c/selection_sort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local void @selection_sort(i32* noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %35, %2
  %.02 = phi i32 [ 0, %2 ], [ %36, %35 ]
  %4 = icmp slt i32 %.02, %1
  br i1 %4, label %5, label %37

5:                                                ; preds = %3
  %6 = add nsw i32 %.02, 1
  br label %7

7:                                                ; preds = %19, %5
  %.01 = phi i32 [ %.02, %5 ], [ %.1, %19 ]
  %.0 = phi i32 [ %6, %5 ], [ %20, %19 ]
  %8 = icmp slt i32 %.0, %1
  br i1 %8, label %9, label %21

9:                                                ; preds = %7
  %10 = sext i32 %.0 to i64
  %11 = getelementptr inbounds i32, i32* %0, i64 %10
  %12 = load i32, i32* %11, align 4
  %13 = sext i32 %.01 to i64
  %14 = getelementptr inbounds i32, i32* %0, i64 %13
  %15 = load i32, i32* %14, align 4
  %16 = icmp slt i32 %12, %15
  br i1 %16, label %17, label %18

17:                                               ; preds = %9
  br label %18

18:                                               ; preds = %17, %9
  %.1 = phi i32 [ %.0, %17 ], [ %.01, %9 ]
  br label %19

19:                                               ; preds = %18
  %20 = add nsw i32 %.0, 1
  br label %7, !llvm.loop !5

21:                                               ; preds = %7
  %22 = icmp ne i32 %.01, %.02
  br i1 %22, label %23, label %34

23:                                               ; preds = %21
  %24 = sext i32 %.02 to i64
  %25 = getelementptr inbounds i32, i32* %0, i64 %24
  %26 = load i32, i32* %25, align 4
  %27 = sext i32 %.01 to i64
  %28 = getelementptr inbounds i32, i32* %0, i64 %27
  %29 = load i32, i32* %28, align 4
  %30 = sext i32 %.02 to i64
  %31 = getelementptr inbounds i32, i32* %0, i64 %30
  store i32 %29, i32* %31, align 4
  %32 = sext i32 %.01 to i64
  %33 = getelementptr inbounds i32, i32* %0, i64 %32
  store i32 %26, i32* %33, align 4
  br label %34

34:                                               ; preds = %23, %21
  br label %35

35:                                               ; preds = %34
  %36 = add nsw i32 %.02, 1
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
