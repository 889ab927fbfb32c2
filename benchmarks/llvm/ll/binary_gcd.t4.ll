source_filename = "c/binary_gcd.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readnone uwtable
define dso_local i32 @binary_gcd(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq i32 %0, 0
  br i1 %3, label %50, label %4

4:                                                ; preds = %2
  %5 = icmp eq i32 %1, 0
  br i1 %5, label %50, label %6

6:                                                ; preds = %4
  %7 = or i32 %1, %0
  %8 = and i32 %7, 1
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %16, label %12

10:                                               ; preds = %16
  %11 = and i32 %22, 31
  br label %12

12:                                               ; preds = %10, %6
  %13 = phi i32 [ %0, %6 ], [ %20, %10 ]
  %14 = phi i32 [ %1, %6 ], [ %21, %10 ]
  %15 = phi i32 [ 0, %6 ], [ %11, %10 ]
  br label %26

16:                                               ; preds = %6, %16
  %17 = phi i32 [ %22, %16 ], [ 0, %6 ]
  %18 = phi i32 [ %21, %16 ], [ %1, %6 ]
  %19 = phi i32 [ %20, %16 ], [ %0, %6 ]
  %20 = lshr i32 %19, 1
  %21 = lshr i32 %18, 1
  %22 = add i32 %17, 1
  %23 = or i32 %21, %20
  %24 = and i32 %23, 1
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %16, label %10, !llvm.loop !4

26:                                               ; preds = %26, %12
  %27 = phi i32 [ %30, %26 ], [ %13, %12 ]
  %28 = and i32 %27, 1
  %29 = icmp eq i32 %28, 0
  %30 = lshr i32 %27, 1
  br i1 %29, label %26, label %31, !llvm.loop !7

31:                                               ; preds = %26
  %32 = icmp eq i32 %14, 0
  br i1 %32, label %47, label %33

33:                                               ; preds = %31, %41
  %34 = phi i32 [ %45, %41 ], [ %14, %31 ]
  %35 = phi i32 [ %43, %41 ], [ %27, %31 ]
  br label %36

36:                                               ; preds = %36, %33
  %37 = phi i32 [ %40, %36 ], [ %34, %33 ]
  %38 = and i32 %37, 1
  %39 = icmp eq i32 %38, 0
  %40 = lshr i32 %37, 1
  br i1 %39, label %36, label %41, !llvm.loop !8

41:                                               ; preds = %36
  %42 = icmp ugt i32 %35, %37
  %43 = select i1 %42, i32 %37, i32 %35
  %44 = select i1 %42, i32 %35, i32 %37
  %45 = sub i32 %44, %43
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %47, label %33, !llvm.loop !9

47:                                               ; preds = %41, %31
  %48 = phi i32 [ %27, %31 ], [ %43, %41 ]
  %49 = shl i32 %48, %15
  br label %50

50:                                               ; preds = %4, %2, %47
  %51 = phi i32 [ %49, %47 ], [ %1, %2 ], [ %0, %4 ]
  ret i32 %51
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
!7 = distinct !{!7, !5, !6}
!8 = distinct !{!8, !5, !6}
!9 = distinct !{!9, !5, !6}
