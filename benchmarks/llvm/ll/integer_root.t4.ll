source_filename = "c/integer_root.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readnone uwtable
define dso_local i32 @integer_root(i32 noundef %0) local_unnamed_addr #0 {
  br label %2

2:                                                ; preds = %2, %1
  %3 = phi i32 [ 1073741824, %1 ], [ %5, %2 ]
  %4 = icmp ugt i32 %3, %0
  %5 = lshr i32 %3, 2
  br i1 %4, label %2, label %6, !llvm.loop !4

6:                                                ; preds = %2
  %7 = icmp eq i32 %3, 0
  br i1 %7, label %21, label %8

8:                                                ; preds = %6, %8
  %9 = phi i32 [ %19, %8 ], [ %3, %6 ]
  %10 = phi i32 [ %18, %8 ], [ 0, %6 ]
  %11 = phi i32 [ %16, %8 ], [ %0, %6 ]
  %12 = add nuw i32 %9, %10
  %13 = icmp ult i32 %11, %12
  %14 = lshr i32 %10, 1
  %15 = select i1 %13, i32 0, i32 %12
  %16 = sub i32 %11, %15
  %17 = select i1 %13, i32 0, i32 %9
  %18 = add nuw i32 %17, %14
  %19 = lshr i32 %9, 2
  %20 = icmp ult i32 %9, 4
  br i1 %20, label %21, label %8, !llvm.loop !7

21:                                               ; preds = %8, %6
  %22 = phi i32 [ 0, %6 ], [ %18, %8 ]
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
!7 = distinct !{!7, !5, !6}
