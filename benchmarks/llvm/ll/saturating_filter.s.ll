source_filename = "c/saturating_filter.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local void @saturating_filter(i16* noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = icmp slt i32 %2, 0
  br i1 %4, label %7, label %5

5:                                                ; preds = %3
  %6 = icmp sgt i32 %2, 64
  br i1 %6, label %7, label %8

7:                                                ; preds = %5, %3
  br label %33

8:                                                ; preds = %5
  br label %9

9:                                                ; preds = %31, %8
  %.02 = phi i32 [ 0, %8 ], [ %18, %31 ]
  %.01 = phi i32 [ 0, %8 ], [ %32, %31 ]
  %10 = icmp slt i32 %.01, %1
  br i1 %10, label %11, label %33

11:                                               ; preds = %9
  %12 = sext i32 %.01 to i64
  %13 = getelementptr inbounds i16, i16* %0, i64 %12
  %14 = load i16, i16* %13, align 2
  %15 = sext i16 %14 to i32
  %16 = mul nsw i32 %.02, 7
  %17 = add nsw i32 %16, %15
  %18 = sdiv i32 %17, 8
  %19 = mul nsw i32 %18, %2
  %20 = sdiv i32 %19, 16
  %21 = add nsw i32 %15, %20
  %22 = icmp sgt i32 %21, 32767
  br i1 %22, label %23, label %24

23:                                               ; preds = %11
  br label %24

24:                                               ; preds = %23, %11
  %.0 = phi i32 [ 32767, %23 ], [ %21, %11 ]
  %25 = icmp slt i32 %.0, -32768
  br i1 %25, label %26, label %27

26:                                               ; preds = %24
  br label %27

27:                                               ; preds = %26, %24
  %.1 = phi i32 [ -32768, %26 ], [ %.0, %24 ]
  %28 = trunc i32 %.1 to i16
  %29 = sext i32 %.01 to i64
  %30 = getelementptr inbounds i16, i16* %0, i64 %29
  store i16 %28, i16* %30, align 2
  br label %31

31:                                               ; preds = %27
  %32 = add nsw i32 %.01, 1
  br label %9, !llvm.loop !5

33:                                               ; preds = %9, %7
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
