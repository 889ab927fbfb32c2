source_filename = "c/crc32_bits.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @crc32_bits(i8* noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %10, %2
  %.02 = phi i32 [ -1, %2 ], [ %15, %10 ]
  %.01 = phi i64 [ 0, %2 ], [ %9, %10 ]
  %.not = icmp eq i64 %.01, %1
  br i1 %.not, label %18, label %4

4:                                                ; preds = %3
  %5 = getelementptr inbounds i8, i8* %0, i64 %.01
  %6 = load i8, i8* %5, align 1
  %7 = zext i8 %6 to i32
  %8 = xor i32 %.02, %7
  %9 = add i64 %.01, 1
  br label %10

10:                                               ; preds = %10, %4
  %.1 = phi i32 [ %8, %4 ], [ %15, %10 ]
  %.0 = phi i32 [ 8, %4 ], [ %16, %10 ]
  %11 = and i32 %.1, 1
  %12 = sub nsw i32 0, %11
  %13 = lshr i32 %.1, 1
  %14 = and i32 %12, -306674912
  %15 = xor i32 %13, %14
  %16 = add nsw i32 %.0, -1
  %17 = icmp sgt i32 %.0, 1
  br i1 %17, label %10, label %3, !llvm.loop !5

18:                                               ; preds = %3
  %19 = xor i32 %.02, -1
  ret i32 %19
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
