source_filename = "c/traffic_light.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @traffic_light(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %16, %2
  %.04 = phi i32 [ 0, %2 ], [ %.59, %16 ]
  %.02 = phi i32 [ 0, %2 ], [ %.13, %16 ]
  %.01 = phi i32 [ 0, %2 ], [ %17, %16 ]
  %.0 = phi i32 [ %0, %2 ], [ %.5, %16 ]
  %4 = icmp slt i32 %.01, %1
  br i1 %4, label %5, label %18

5:                                                ; preds = %3
  %6 = add nsw i32 %.04, 1
  switch i32 %.0, label %14 [
    i32 0, label %7
    i32 1, label %9
    i32 2, label %11
  ]

7:                                                ; preds = %5
  %8 = icmp sgt i32 %.04, 28
  %spec.select = select i1 %8, i32 0, i32 %6
  %spec.select1 = select i1 %8, i32 1, i32 %.0
  br label %16

9:                                                ; preds = %5
  %10 = icmp sgt i32 %.04, 3
  %spec.select2 = select i1 %10, i32 0, i32 %6
  %spec.select3 = select i1 %10, i32 2, i32 %.0
  br label %16

11:                                               ; preds = %5
  %12 = add nsw i32 %.02, 1
  %13 = icmp sgt i32 %.04, 23
  %spec.select4 = select i1 %13, i32 0, i32 %6
  %spec.select5 = select i1 %13, i32 3, i32 %.0
  br label %16

14:                                               ; preds = %5
  %15 = icmp sgt i32 %.04, 1
  %spec.select6 = select i1 %15, i32 0, i32 %6
  %spec.select7 = select i1 %15, i32 0, i32 %.0
  br label %16

16:                                               ; preds = %7, %9, %11, %14
  %.59 = phi i32 [ %spec.select6, %14 ], [ %spec.select4, %11 ], [ %spec.select2, %9 ], [ %spec.select, %7 ]
  %.13 = phi i32 [ %.02, %14 ], [ %12, %11 ], [ %.02, %9 ], [ %.02, %7 ]
  %.5 = phi i32 [ %spec.select7, %14 ], [ %spec.select5, %11 ], [ %spec.select3, %9 ], [ %spec.select1, %7 ]
  %17 = add nuw nsw i32 %.01, 1
  br label %3, !llvm.loop !5

18:                                               ; preds = %3
  %19 = mul nsw i32 %.0, 1000
  %20 = srem i32 %.02, 1000
  %21 = add nsw i32 %19, %20
  ret i32 %21
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
