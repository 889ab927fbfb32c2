source_filename = "c/binary_search.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @binary_search(i32* noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = add nsw i32 %1, -1
  br label %5

5:                                                ; preds = %14, %3
  %.02 = phi i32 [ 0, %3 ], [ %.13, %14 ]
  %.01 = phi i32 [ %4, %3 ], [ %.1, %14 ]
  %.not = icmp slt i32 %.01, %.02
  br i1 %.not, label %18, label %6

6:                                                ; preds = %5
  %7 = sub nsw i32 %.01, %.02
  %8 = sdiv i32 %7, 2
  %9 = add nsw i32 %.02, %8
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds i32, i32* %0, i64 %10
  %12 = load i32, i32* %11, align 4
  %13 = icmp eq i32 %12, %2
  br i1 %13, label %18, label %14

14:                                               ; preds = %6
  %15 = icmp slt i32 %12, %2
  %16 = add nsw i32 %9, 1
  %17 = add nsw i32 %9, -1
  %.13 = select i1 %15, i32 %16, i32 %.02
  %.1 = select i1 %15, i32 %.01, i32 %17
  br label %5, !llvm.loop !5

18:                                               ; preds = %5, %6
  %.0 = phi i32 [ %9, %6 ], [ -1, %5 ]
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
