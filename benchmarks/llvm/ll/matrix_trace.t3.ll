source_filename = "c/matrix_trace.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @matrix_trace(i32* noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %22, %2
  %.02 = phi i32 [ 0, %2 ], [ %.1, %22 ]
  %.01 = phi i32 [ 0, %2 ], [ %23, %22 ]
  %4 = icmp slt i32 %.01, %1
  br i1 %4, label %5, label %24

5:                                                ; preds = %3, %20
  %.1 = phi i32 [ %.3, %20 ], [ %.02, %3 ]
  %.0 = phi i32 [ %21, %20 ], [ 0, %3 ]
  %6 = icmp slt i32 %.0, %1
  br i1 %6, label %7, label %22

7:                                                ; preds = %5
  %8 = mul nsw i32 %.01, %1
  %9 = add nsw i32 %8, %.0
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds i32, i32* %0, i64 %10
  %12 = load i32, i32* %11, align 4
  %13 = icmp eq i32 %.01, %.0
  br i1 %13, label %14, label %16

14:                                               ; preds = %7
  %15 = add i32 %.1, %12
  br label %20

16:                                               ; preds = %7
  %17 = icmp eq i32 %.01, 0
  %18 = icmp eq i32 %.0, 0
  %or.cond = select i1 %17, i1 true, i1 %18
  %19 = sub i32 %.1, %12
  %.2 = select i1 %or.cond, i32 %19, i32 %.1
  br label %20

20:                                               ; preds = %14, %16
  %.3 = phi i32 [ %15, %14 ], [ %.2, %16 ]
  %21 = add nuw nsw i32 %.0, 1
  br label %5, !llvm.loop !5

22:                                               ; preds = %5
  %23 = add nuw nsw i32 %.01, 1
  br label %3, !llvm.loop !7

24:                                               ; preds = %3
  ret i32 %.02
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
