source_filename = "c/power_mod.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readnone uwtable
define dso_local i32 @power_mod(i32 noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = add i32 %2, -65536
  %5 = icmp ult i32 %4, -65535
  br i1 %5, label %26, label %6

6:                                                ; preds = %3
  %7 = icmp eq i32 %1, 0
  br i1 %7, label %23, label %8

8:                                                ; preds = %6, %18
  %9 = phi i32 [ %20, %18 ], [ %0, %6 ]
  %10 = phi i32 [ %19, %18 ], [ 1, %6 ]
  %11 = phi i32 [ %21, %18 ], [ %1, %6 ]
  %12 = urem i32 %9, %2
  %13 = and i32 %11, 1
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %18, label %15

15:                                               ; preds = %8
  %16 = mul i32 %12, %10
  %17 = urem i32 %16, %2
  br label %18

18:                                               ; preds = %15, %8
  %19 = phi i32 [ %17, %15 ], [ %10, %8 ]
  %20 = mul i32 %12, %12
  %21 = lshr i32 %11, 1
  %22 = icmp ult i32 %11, 2
  br i1 %22, label %23, label %8, !llvm.loop !4

23:                                               ; preds = %18, %6
  %24 = phi i32 [ 1, %6 ], [ %19, %18 ]
  %25 = urem i32 %24, %2
  br label %26

26:                                               ; preds = %3, %23
  %27 = phi i32 [ %25, %23 ], [ 0, %3 ]
  ret i32 %27
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
