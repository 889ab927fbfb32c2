source_filename = "c/compare_bytes.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @compare_bytes(i8* noundef %0, i8* noundef %1, i64 noundef %2) #0 {
  br label %4

4:                                                ; preds = %25, %3
  %.01 = phi i64 [ 0, %3 ], [ %26, %25 ]
  %5 = icmp ult i64 %.01, %2
  br i1 %5, label %6, label %27

6:                                                ; preds = %4
  %7 = getelementptr inbounds i8, i8* %0, i64 %.01
  %8 = load i8, i8* %7, align 1
  %9 = zext i8 %8 to i32
  %10 = getelementptr inbounds i8, i8* %1, i64 %.01
  %11 = load i8, i8* %10, align 1
  %12 = zext i8 %11 to i32
  %13 = icmp slt i32 %9, %12
  br i1 %13, label %14, label %15

14:                                               ; preds = %6
  br label %28

15:                                               ; preds = %6
  %16 = getelementptr inbounds i8, i8* %0, i64 %.01
  %17 = load i8, i8* %16, align 1
  %18 = zext i8 %17 to i32
  %19 = getelementptr inbounds i8, i8* %1, i64 %.01
  %20 = load i8, i8* %19, align 1
  %21 = zext i8 %20 to i32
  %22 = icmp sgt i32 %18, %21
  br i1 %22, label %23, label %24

23:                                               ; preds = %15
  br label %28

24:                                               ; preds = %15
  br label %25

25:                                               ; preds = %24
  %26 = add i64 %.01, 1
  br label %4, !llvm.loop !5

27:                                               ; preds = %4
  br label %28

28:                                               ; preds = %27, %23, %14
  %.0 = phi i32 [ -1, %14 ], [ 1, %23 ], [ 0, %27 ]
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
