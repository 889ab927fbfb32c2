source_filename = "c/utf8_valid.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @utf8_valid(i8* noundef %0, i32 noundef %1) #0 {
  br label %3

3:                                                ; preds = %25, %2
  %.02 = phi i32 [ 0, %2 ], [ %.4, %25 ]
  %.01 = phi i32 [ 0, %2 ], [ %26, %25 ]
  %4 = icmp slt i32 %.01, %1
  br i1 %4, label %5, label %27

5:                                                ; preds = %3
  %6 = zext i32 %.01 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = icmp sgt i32 %.02, 0
  br i1 %9, label %10, label %14

10:                                               ; preds = %5
  %11 = and i8 %8, -64
  %.not = icmp eq i8 %11, -128
  br i1 %.not, label %12, label %30

12:                                               ; preds = %10
  %13 = add nsw i32 %.02, -1
  br label %25

14:                                               ; preds = %5
  %15 = icmp sgt i8 %8, -1
  br i1 %15, label %25, label %16

16:                                               ; preds = %14
  %17 = and i8 %8, -32
  %18 = icmp eq i8 %17, -64
  br i1 %18, label %25, label %19

19:                                               ; preds = %16
  %20 = and i8 %8, -16
  %21 = icmp eq i8 %20, -32
  br i1 %21, label %25, label %22

22:                                               ; preds = %19
  %23 = and i8 %8, -8
  %24 = icmp eq i8 %23, -16
  br i1 %24, label %25, label %30

25:                                               ; preds = %12, %16, %22, %19, %14
  %.4 = phi i32 [ %13, %12 ], [ 0, %14 ], [ 1, %16 ], [ 2, %19 ], [ 3, %22 ]
  %26 = add nuw nsw i32 %.01, 1
  br label %3, !llvm.loop !5

27:                                               ; preds = %3
  %28 = icmp eq i32 %.02, 0
  %29 = zext i1 %28 to i32
  br label %30

30:                                               ; preds = %22, %10, %27
  %.0 = phi i32 [ %29, %27 ], [ 0, %10 ], [ 0, %22 ]
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
