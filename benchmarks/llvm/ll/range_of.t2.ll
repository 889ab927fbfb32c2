source_filename = "c/range_of.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @range_of(i16* noundef %0, i32 noundef %1) #0 {
  %3 = icmp slt i32 %1, 1
  br i1 %3, label %20, label %4

4:                                                ; preds = %2
  %5 = load i16, i16* %0, align 2
  %6 = sext i16 %5 to i32
  %7 = sext i16 %5 to i32
  br label %8

8:                                                ; preds = %10, %4
  %.03 = phi i32 [ %6, %4 ], [ %.14, %10 ]
  %.02 = phi i32 [ %7, %4 ], [ %.2, %10 ]
  %.01 = phi i32 [ 1, %4 ], [ %17, %10 ]
  %9 = icmp slt i32 %.01, %1
  br i1 %9, label %10, label %18

10:                                               ; preds = %8
  %11 = zext i32 %.01 to i64
  %12 = getelementptr inbounds i16, i16* %0, i64 %11
  %13 = load i16, i16* %12, align 2
  %14 = sext i16 %13 to i32
  %15 = icmp sgt i32 %.03, %14
  %16 = icmp slt i32 %.02, %14
  %spec.select = select i1 %16, i32 %14, i32 %.02
  %.14 = select i1 %15, i32 %14, i32 %.03
  %.2 = select i1 %15, i32 %.02, i32 %spec.select
  %17 = add nuw nsw i32 %.01, 1
  br label %8, !llvm.loop !5

18:                                               ; preds = %8
  %19 = sub nsw i32 %.02, %.03
  br label %20

20:                                               ; preds = %2, %18
  %.0 = phi i32 [ %19, %18 ], [ 0, %2 ]
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
