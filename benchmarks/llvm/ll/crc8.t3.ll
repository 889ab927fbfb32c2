source_filename = "c/crc8.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local zeroext i8 @crc8(i8* noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %17, %2
  %.02 = phi i8 [ 0, %2 ], [ %.1, %17 ]
  %.01 = phi i32 [ 0, %2 ], [ %18, %17 ]
  %4 = icmp slt i32 %.01, %1
  br i1 %4, label %5, label %19

5:                                                ; preds = %3
  %6 = zext i32 %.01 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = xor i8 %.02, %8
  br label %10

10:                                               ; preds = %12, %5
  %.1 = phi i8 [ %9, %5 ], [ %.2, %12 ]
  %.0 = phi i32 [ 0, %5 ], [ %16, %12 ]
  %11 = icmp ult i32 %.0, 8
  br i1 %11, label %12, label %17

12:                                               ; preds = %10
  %.not = icmp sgt i8 %.1, -1
  %13 = shl i8 %.1, 1
  %14 = xor i8 %13, 7
  %15 = shl i8 %.1, 1
  %.2 = select i1 %.not, i8 %15, i8 %14
  %16 = add nuw nsw i32 %.0, 1
  br label %10, !llvm.loop !5

17:                                               ; preds = %10
  %18 = add nuw nsw i32 %.01, 1
  br label %3, !llvm.loop !7

19:                                               ; preds = %3
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
