source_filename = "c/dead_stores.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@last_sum = internal global i32 0, align 4

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @dead_stores(i32 noundef %0, i32 noundef %1) #0 {
  %3 = mul nsw i32 %0, 31
  br label %4

4:                                                ; preds = %11, %2
  %.03 = phi i32 [ %3, %2 ], [ %8, %11 ]
  %.02 = phi i32 [ 0, %2 ], [ %10, %11 ]
  %.01 = phi i32 [ 0, %2 ], [ %12, %11 ]
  %5 = icmp slt i32 %.01, 10
  br i1 %5, label %6, label %13

6:                                                ; preds = %4
  %7 = mul nsw i32 %.01, %1
  %8 = xor i32 %.03, %7
  %9 = and i32 %1, %.01
  %10 = add nsw i32 %.02, %9
  br label %11

11:                                               ; preds = %6
  %12 = add nsw i32 %.01, 1
  br label %4, !llvm.loop !5

13:                                               ; preds = %4
  store i32 %.02, i32* @last_sum, align 4
  %14 = add nsw i32 %.03, 1
  %15 = icmp eq i32 %.03, %14
  br i1 %15, label %16, label %17

16:                                               ; preds = %13
  br label %20

17:                                               ; preds = %13
  %18 = and i32 %0, 0
  %19 = add nsw i32 %.02, %18
  br label %20

20:                                               ; preds = %17, %16
  %.0 = phi i32 [ -1, %16 ], [ %19, %17 ]
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
