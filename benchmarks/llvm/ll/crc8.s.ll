source_filename = "c/crc8.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local zeroext i8 @crc8(i8* noundef %0, i32 noundef %1) #0 {
  br label %3

3:                                                ; preds = %32, %2
  %.02 = phi i8 [ 0, %2 ], [ %.1, %32 ]
  %.01 = phi i32 [ 0, %2 ], [ %33, %32 ]
  %4 = icmp slt i32 %.01, %1
  br i1 %4, label %5, label %34

5:                                                ; preds = %3
  %6 = sext i32 %.01 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = zext i8 %8 to i32
  %10 = zext i8 %.02 to i32
  %11 = xor i32 %10, %9
  %12 = trunc i32 %11 to i8
  br label %13

13:                                               ; preds = %29, %5
  %.1 = phi i8 [ %12, %5 ], [ %.2, %29 ]
  %.0 = phi i32 [ 0, %5 ], [ %30, %29 ]
  %14 = icmp slt i32 %.0, 8
  br i1 %14, label %15, label %31

15:                                               ; preds = %13
  %16 = zext i8 %.1 to i32
  %17 = and i32 %16, 128
  %18 = icmp ne i32 %17, 0
  br i1 %18, label %19, label %24

19:                                               ; preds = %15
  %20 = zext i8 %.1 to i32
  %21 = shl i32 %20, 1
  %22 = xor i32 %21, 7
  %23 = trunc i32 %22 to i8
  br label %28

24:                                               ; preds = %15
  %25 = zext i8 %.1 to i32
  %26 = shl i32 %25, 1
  %27 = trunc i32 %26 to i8
  br label %28

28:                                               ; preds = %24, %19
  %.2 = phi i8 [ %23, %19 ], [ %27, %24 ]
  br label %29

29:                                               ; preds = %28
  %30 = add nsw i32 %.0, 1
  br label %13, !llvm.loop !5

31:                                               ; preds = %13
  br label %32

32:                                               ; preds = %31
  %33 = add nsw i32 %.01, 1
  br label %3, !llvm.loop !7

34:                                               ; preds = %3
  ret i8 %.02
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
