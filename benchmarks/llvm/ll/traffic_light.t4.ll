source_filename = "c/traffic_light.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readnone uwtable
define dso_local i32 @traffic_light(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %10, label %4

4:                                                ; preds = %29, %2
  %5 = phi i32 [ %0, %2 ], [ %31, %29 ]
  %6 = phi i32 [ 0, %2 ], [ %32, %29 ]
  %7 = mul nsw i32 %5, 1000
  %8 = srem i32 %6, 1000
  %9 = add nsw i32 %8, %7
  ret i32 %9

10:                                               ; preds = %2, %29
  %11 = phi i32 [ %34, %29 ], [ 0, %2 ]
  %12 = phi i32 [ %33, %29 ], [ 0, %2 ]
  %13 = phi i32 [ %32, %29 ], [ 0, %2 ]
  %14 = phi i32 [ %31, %29 ], [ %0, %2 ]
  %15 = add nsw i32 %12, 1
  switch i32 %14, label %26 [
    i32 0, label %16
    i32 1, label %19
    i32 2, label %22
  ]

16:                                               ; preds = %10
  %17 = icmp sgt i32 %12, 28
  %18 = zext i1 %17 to i32
  br label %29

19:                                               ; preds = %10
  %20 = icmp sgt i32 %12, 3
  %21 = select i1 %20, i32 2, i32 1
  br label %29

22:                                               ; preds = %10
  %23 = add nsw i32 %13, 1
  %24 = icmp sgt i32 %12, 23
  %25 = select i1 %24, i32 3, i32 2
  br label %29

26:                                               ; preds = %10
  %27 = icmp sgt i32 %12, 1
  %28 = select i1 %27, i32 0, i32 %14
  br label %29

29:                                               ; preds = %26, %22, %19, %16
  %30 = phi i1 [ %27, %26 ], [ %24, %22 ], [ %20, %19 ], [ %17, %16 ]
  %31 = phi i32 [ %28, %26 ], [ %25, %22 ], [ %21, %19 ], [ %18, %16 ]
  %32 = phi i32 [ %13, %26 ], [ %23, %22 ], [ %13, %19 ], [ %13, %16 ]
  %33 = select i1 %30, i32 0, i32 %15
  %34 = add nuw nsw i32 %11, 1
  %35 = icmp eq i32 %34, %1
  br i1 %35, label %4, label %10, !llvm.loop !4
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
