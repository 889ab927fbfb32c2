source_filename = "c/is_prime.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @is_prime(i32 noundef %0) local_unnamed_addr #0 {
  %2 = icmp ult i32 %0, 2
  br i1 %2, label %16, label %3

3:                                                ; preds = %1
  %4 = and i32 %0, 1
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %9

6:                                                ; preds = %3
  %7 = icmp eq i32 %0, 2
  %8 = zext i1 %7 to i32
  br label %16

9:                                                ; preds = %3, %14
  %.01 = phi i32 [ %15, %14 ], [ 3, %3 ]
  %10 = udiv i32 %0, %.01
  %.not = icmp ugt i32 %.01, %10
  br i1 %.not, label %16, label %11

11:                                               ; preds = %9
  %12 = urem i32 %0, %.01
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %16, label %14

14:                                               ; preds = %11
  %15 = add i32 %.01, 2
  br label %9, !llvm.loop !5

16:                                               ; preds = %9, %11, %1, %6
  %.0 = phi i32 [ %8, %6 ], [ 0, %1 ], [ 0, %11 ], [ 1, %9 ]
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
