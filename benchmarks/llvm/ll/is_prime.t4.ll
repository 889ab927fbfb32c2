source_filename = "c/is_prime.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readnone uwtable
define dso_local i32 @is_prime(i32 noundef %0) local_unnamed_addr #0 {
  %2 = icmp ult i32 %0, 2
  br i1 %2, label %20, label %3

3:                                                ; preds = %1
  %4 = and i32 %0, 1
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %3
  %7 = icmp ult i32 %0, 9
  br i1 %7, label %20, label %13

8:                                                ; preds = %3
  %9 = icmp eq i32 %0, 2
  br label %20

10:                                               ; preds = %13
  %11 = udiv i32 %0, %17
  %12 = icmp ugt i32 %17, %11
  br i1 %12, label %18, label %13, !llvm.loop !4

13:                                               ; preds = %6, %10
  %14 = phi i32 [ %17, %10 ], [ 3, %6 ]
  %15 = urem i32 %0, %14
  %16 = icmp eq i32 %15, 0
  %17 = add i32 %14, 2
  br i1 %16, label %18, label %10

18:                                               ; preds = %10, %13
  %19 = xor i1 %16, true
  br label %20

20:                                               ; preds = %18, %6, %1, %8
  %21 = phi i1 [ %9, %8 ], [ false, %1 ], [ true, %6 ], [ %19, %18 ]
  %22 = zext i1 %21 to i32
  ret i32 %22
}

attributes #0 = { nofree norecurse nosync nounwind readnone uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
