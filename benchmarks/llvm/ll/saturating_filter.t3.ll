source_filename = "c/saturating_filter.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local void @saturating_filter(i16* noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = icmp slt i32 %2, 0
  %5 = icmp sgt i32 %2, 64
  %or.cond = or i1 %4, %5
  br i1 %or.cond, label %25, label %6

6:                                                ; preds = %3, %8
  %.02 = phi i32 [ %15, %8 ], [ 0, %3 ]
  %.01 = phi i32 [ %24, %8 ], [ 0, %3 ]
  %7 = icmp slt i32 %.01, %1
  br i1 %7, label %8, label %25

8:                                                ; preds = %6
  %9 = zext i32 %.01 to i64
  %10 = getelementptr inbounds i16, i16* %0, i64 %9
  %11 = load i16, i16* %10, align 2
  %12 = sext i16 %11 to i32
  %13 = mul nsw i32 %.02, 7
  %14 = add nsw i32 %13, %12
  %15 = sdiv i32 %14, 8
  %16 = mul nsw i32 %15, %2
  %17 = sdiv i32 %16, 16
  %18 = add nsw i32 %17, %12
  %19 = icmp sgt i32 %18, 32767
  %spec.select = select i1 %19, i32 32767, i32 %18
  %20 = icmp slt i32 %spec.select, -32768
  %.1 = select i1 %20, i32 -32768, i32 %spec.select
  %21 = trunc i32 %.1 to i16
  %22 = zext i32 %.01 to i64
  %23 = getelementptr inbounds i16, i16* %0, i64 %22
  store i16 %21, i16* %23, align 2
  %24 = add nuw nsw i32 %.01, 1
  br label %6, !llvm.loop !5

25:                                               ; preds = %3, %6
  ret void
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
