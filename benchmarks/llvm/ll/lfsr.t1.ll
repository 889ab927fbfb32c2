source_filename = "c/lfsr.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local zeroext i16 @lfsr(i16 noundef zeroext %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = zext i16 %0 to i32
  %4 = icmp ne i32 %3, 0
  br i1 %4, label %5, label %7

5:                                                ; preds = %2
  %6 = zext i16 %0 to i32
  br label %8

7:                                                ; preds = %2
  br label %8

8:                                                ; preds = %7, %5
  %9 = phi i32 [ %6, %5 ], [ 1, %7 ]
  %10 = trunc i32 %9 to i16
  br label %11

11:                                               ; preds = %32, %8
  %.01 = phi i16 [ %10, %8 ], [ %31, %32 ]
  %.0 = phi i32 [ 0, %8 ], [ %33, %32 ]
  %12 = icmp slt i32 %.0, %1
  br i1 %12, label %13, label %34

13:                                               ; preds = %11
  %14 = zext i16 %.01 to i32
  %15 = zext i16 %.01 to i32
  %16 = ashr i32 %15, 2
  %17 = xor i32 %14, %16
  %18 = zext i16 %.01 to i32
  %19 = ashr i32 %18, 3
  %20 = xor i32 %17, %19
  %21 = zext i16 %.01 to i32
  %22 = ashr i32 %21, 5
  %23 = xor i32 %20, %22
  %24 = and i32 %23, 1
  %25 = trunc i32 %24 to i16
  %26 = zext i16 %.01 to i32
  %27 = ashr i32 %26, 1
  %28 = zext i16 %25 to i32
  %29 = shl i32 %28, 15
  %30 = or i32 %27, %29
  %31 = trunc i32 %30 to i16
  br label %32

32:                                               ; preds = %13
  %33 = add nsw i32 %.0, 1
  br label %11, !llvm.loop !5

34:                                               ; preds = %11
  ret i16 %.01
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
