source_filename = "c/is_prime.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @is_prime(i32 noundef %0) local_unnamed_addr #0 {
  %2 = icmp ult i32 %0, 2
  br i1 %2, label %3, label %4

3:                                                ; preds = %1
  br label %22

4:                                                ; preds = %1
  %5 = urem i32 %0, 2
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %10

7:                                                ; preds = %4
  %8 = icmp eq i32 %0, 2
  %9 = zext i1 %8 to i32
  br label %22

10:                                               ; preds = %4
  br label %11

11:                                               ; preds = %19, %10
  %.01 = phi i32 [ 3, %10 ], [ %20, %19 ]
  %12 = udiv i32 %0, %.01
  %13 = icmp ule i32 %.01, %12
  br i1 %13, label %14, label %21

14:                                               ; preds = %11
  %15 = urem i32 %0, %.01
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %18

17:                                               ; preds = %14
  br label %22

18:                                               ; preds = %14
  br label %19

19:                                               ; preds = %18
  %20 = add i32 %.01, 2
  br label %11, !llvm.loop !5

21:                                               ; preds = %11
  br label %22

22:                                               ; preds = %21, %17, %7, %3
  %.0 = phi i32 [ 0, %3 ], [ %9, %7 ], [ 0, %17 ], [ 1, %21 ]
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
