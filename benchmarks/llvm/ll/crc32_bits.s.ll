source_filename = "c/crc32_bits.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @crc32_bits(i8* noundef %0, i64 noundef %1) #0 {
  br label %3

3:                                                ; preds = %20, %2
  %.02 = phi i32 [ -1, %2 ], [ %16, %20 ]
  %.01 = phi i64 [ 0, %2 ], [ %10, %20 ]
  %4 = icmp ne i64 %.01, %1
  br i1 %4, label %5, label %21

5:                                                ; preds = %3
  %6 = getelementptr inbounds i8, i8* %0, i64 %.01
  %7 = load i8, i8* %6, align 1
  %8 = zext i8 %7 to i32
  %9 = xor i32 %.02, %8
  %10 = add i64 %.01, 1
  br label %11

11:                                               ; preds = %18, %5
  %.1 = phi i32 [ %9, %5 ], [ %16, %18 ]
  %.0 = phi i32 [ 8, %5 ], [ %17, %18 ]
  %12 = and i32 %.1, 1
  %13 = sub i32 0, %12
  %14 = lshr i32 %.1, 1
  %15 = and i32 -306674912, %13
  %16 = xor i32 %14, %15
  %17 = add nsw i32 %.0, -1
  br label %18

18:                                               ; preds = %11
  %19 = icmp sgt i32 %17, 0
  br i1 %19, label %11, label %20, !llvm.loop !5

20:                                               ; preds = %18
  br label %3, !llvm.loop !7

21:                                               ; preds = %3
  %22 = xor i32 %.02, -1
  ret i32 %22
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
