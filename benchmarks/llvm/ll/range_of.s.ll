source_filename = "c/range_of.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @range_of(i16* noundef %0, i32 noundef %1) #0 {
  %3 = icmp sle i32 %1, 0
  br i1 %3, label %4, label %5

4:                                                ; preds = %2
  br label %30

5:                                                ; preds = %2
  %6 = getelementptr inbounds i16, i16* %0, i64 0
  %7 = load i16, i16* %6, align 2
  %8 = sext i16 %7 to i32
  %9 = getelementptr inbounds i16, i16* %0, i64 0
  %10 = load i16, i16* %9, align 2
  %11 = sext i16 %10 to i32
  br label %12

12:                                               ; preds = %26, %5
  %.03 = phi i32 [ %8, %5 ], [ %.14, %26 ]
  %.02 = phi i32 [ %11, %5 ], [ %.2, %26 ]
  %.01 = phi i32 [ 1, %5 ], [ %27, %26 ]
  %13 = icmp slt i32 %.01, %1
  br i1 %13, label %14, label %28

14:                                               ; preds = %12
  %15 = sext i32 %.01 to i64
  %16 = getelementptr inbounds i16, i16* %0, i64 %15
  %17 = load i16, i16* %16, align 2
  %18 = sext i16 %17 to i32
  %19 = icmp slt i32 %18, %.03
  br i1 %19, label %20, label %21

20:                                               ; preds = %14
  br label %25

21:                                               ; preds = %14
  %22 = icmp sgt i32 %18, %.02
  br i1 %22, label %23, label %24

23:                                               ; preds = %21
  br label %24

24:                                               ; preds = %23, %21
  %.1 = phi i32 [ %18, %23 ], [ %.02, %21 ]
  br label %25

25:                                               ; preds = %24, %20
  %.14 = phi i32 [ %18, %20 ], [ %.03, %24 ]
  %.2 = phi i32 [ %.02, %20 ], [ %.1, %24 ]
  br label %26

26:                                               ; preds = %25
  %27 = add nsw i32 %.01, 1
  br label %12, !llvm.loop !5

28:                                               ; preds = %12
  %29 = sub nsw i32 %.02, %.03
  br label %30

30:                                               ; preds = %28, %4
  %.0 = phi i32 [ 0, %4 ], [ %29, %28 ]
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
