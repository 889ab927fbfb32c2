source_filename = "c/dead_stores.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@last_sum = internal global i32 0, align 4

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @dead_stores(i32 noundef %0, i32 noundef %1) #0 {
  br label %3

3:                                                ; preds = %5, %2
  %.02 = phi i32 [ 0, %2 ], [ %7, %5 ]
  %.01 = phi i32 [ 0, %2 ], [ %8, %5 ]
  %4 = icmp ult i32 %.01, 10
  br i1 %4, label %5, label %9

5:                                                ; preds = %3
  %6 = and i32 %.01, %1
  %7 = add nuw nsw i32 %.02, %6
  %8 = add nuw nsw i32 %.01, 1
  br label %3, !llvm.loop !5

9:                                                ; preds = %3
  store i32 %.02, i32* @last_sum, align 4
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
