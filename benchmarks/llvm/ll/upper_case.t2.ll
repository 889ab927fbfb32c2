source_filename = "c/upper_case.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @upper_case(i8* noundef %0, i32 noundef %1) #0 {
  br label %3

3:                                                ; preds = %16, %2
  %.01 = phi i32 [ 0, %2 ], [ %.1, %16 ]
  %.0 = phi i32 [ 0, %2 ], [ %17, %16 ]
  %4 = icmp slt i32 %.0, %1
  br i1 %4, label %5, label %18

5:                                                ; preds = %3
  %6 = zext i32 %.0 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = icmp sgt i8 %8, 96
  %10 = icmp slt i8 %8, 123
  %or.cond = and i1 %9, %10
  br i1 %or.cond, label %11, label %16

11:                                               ; preds = %5
  %12 = add i8 %8, -32
  %13 = zext i32 %.0 to i64
  %14 = getelementptr inbounds i8, i8* %0, i64 %13
  store i8 %12, i8* %14, align 1
  %15 = add nsw i32 %.01, 1
  br label %16

16:                                               ; preds = %5, %11
  %.1 = phi i32 [ %15, %11 ], [ %.01, %5 ]
  %17 = add nuw nsw i32 %.0, 1
  br label %3, !llvm.loop !5

18:                                               ; preds = %3
  ret i32 %.01
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
