source_filename = "c/counting_sort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local void @counting_sort(i8* noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = alloca [16 x i32], align 16
  br label %4

4:                                                ; preds = %6, %2
  %.02 = phi i32 [ 0, %2 ], [ %9, %6 ]
  %5 = icmp ult i32 %.02, 16
  br i1 %5, label %6, label %10

6:                                                ; preds = %4
  %7 = zext i32 %.02 to i64
  %8 = getelementptr inbounds [16 x i32], [16 x i32]* %3, i64 0, i64 %7
  store i32 0, i32* %8, align 4
  %9 = add nuw nsw i32 %.02, 1
  br label %4, !llvm.loop !5

10:                                               ; preds = %4, %12
  %.03 = phi i32 [ %21, %12 ], [ 0, %4 ]
  %11 = icmp slt i32 %.03, %1
  br i1 %11, label %12, label %22

12:                                               ; preds = %10
  %13 = zext i32 %.03 to i64
  %14 = getelementptr inbounds i8, i8* %0, i64 %13
  %15 = load i8, i8* %14, align 1
  %16 = and i8 %15, 15
  %17 = zext i8 %16 to i64
  %18 = getelementptr inbounds [16 x i32], [16 x i32]* %3, i64 0, i64 %17
  %19 = load i32, i32* %18, align 4
  %20 = add nsw i32 %19, 1
  store i32 %20, i32* %18, align 4
  %21 = add nuw nsw i32 %.03, 1
  br label %10, !llvm.loop !7

22:                                               ; preds = %10, %37
  %.04 = phi i32 [ %.1, %37 ], [ 0, %10 ]
  %.01 = phi i32 [ %38, %37 ], [ 0, %10 ]
  %23 = icmp ult i32 %.01, 16
  br i1 %23, label %24, label %39

24:                                               ; preds = %22
  %25 = zext i32 %.01 to i64
  %26 = getelementptr inbounds [16 x i32], [16 x i32]* %3, i64 0, i64 %25
  %27 = load i32, i32* %26, align 4
  br label %28

28:                                               ; preds = %31, %24
  %.1 = phi i32 [ %.04, %24 ], [ %35, %31 ]
  %.0 = phi i32 [ %27, %24 ], [ %36, %31 ]
  %29 = icmp sgt i32 %.0, 0
  %30 = icmp slt i32 %.1, %1
  %spec.select = select i1 %29, i1 %30, i1 false
  br i1 %spec.select, label %31, label %37

31:                                               ; preds = %28
  %32 = trunc i32 %.01 to i8
  %33 = sext i32 %.1 to i64
  %34 = getelementptr inbounds i8, i8* %0, i64 %33
  store i8 %32, i8* %34, align 1
  %35 = add nsw i32 %.1, 1
  %36 = add nsw i32 %.0, -1
  br label %28, !llvm.loop !8

37:                                               ; preds = %28
  %38 = add nuw nsw i32 %.01, 1
  br label %22, !llvm.loop !9

39:                                               ; preds = %22
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
!7 = distinct !{!7, !6}
!8 = distinct !{!8, !6}
!9 = distinct !{!9, !6}
