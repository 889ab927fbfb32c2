source_filename = "c/bitmap_search.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @bitmap_search(i32* noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = icmp slt i32 %2, 1
  %5 = icmp slt i32 %1, 0
  %or.cond = or i1 %4, %5
  %6 = icmp sgt i32 %1, 1000
  %or.cond1 = or i1 %or.cond, %6
  br i1 %or.cond1, label %25, label %7

7:                                                ; preds = %3, %23
  %.02 = phi i32 [ %.1, %23 ], [ 0, %3 ]
  %.01 = phi i32 [ %24, %23 ], [ 0, %3 ]
  %8 = shl nsw i32 %1, 5
  %9 = icmp slt i32 %.01, %8
  br i1 %9, label %10, label %25

10:                                               ; preds = %7
  %11 = lshr i32 %.01, 5
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds i32, i32* %0, i64 %12
  %14 = load i32, i32* %13, align 4
  %15 = and i32 %.01, 31
  %16 = shl i32 1, %15
  %17 = and i32 %14, %16
  %.not = icmp eq i32 %17, 0
  %18 = add nsw i32 %.02, 1
  %.1 = select i1 %.not, i32 %18, i32 0
  %19 = icmp eq i32 %.1, %2
  br i1 %19, label %20, label %23

20:                                               ; preds = %10
  %21 = sub nsw i32 %.01, %2
  %22 = add nsw i32 %21, 1
  br label %25

23:                                               ; preds = %10
  %24 = add nuw nsw i32 %.01, 1
  br label %7, !llvm.loop !5

25:                                               ; preds = %7, %3, %20
  %.0 = phi i32 [ %22, %20 ], [ -1, %3 ], [ -1, %7 ]
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
