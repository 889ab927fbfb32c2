source_filename = "c/copy_string.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @copy_string(i8* noundef %0, i8* noundef %1, i32 noundef %2) #0 {
  %4 = icmp eq i32 %2, 0
  br i1 %4, label %5, label %6

5:                                                ; preds = %3
  br label %28

6:                                                ; preds = %3
  br label %7

7:                                                ; preds = %18, %6
  %.01 = phi i32 [ 0, %6 ], [ %24, %18 ]
  %8 = add i32 %.01, 1
  %9 = icmp ult i32 %8, %2
  br i1 %9, label %10, label %16

10:                                               ; preds = %7
  %11 = zext i32 %.01 to i64
  %12 = getelementptr inbounds i8, i8* %1, i64 %11
  %13 = load i8, i8* %12, align 1
  %14 = sext i8 %13 to i32
  %15 = icmp ne i32 %14, 0
  br label %16

16:                                               ; preds = %10, %7
  %17 = phi i1 [ false, %7 ], [ %15, %10 ]
  br i1 %17, label %18, label %25

18:                                               ; preds = %16
  %19 = zext i32 %.01 to i64
  %20 = getelementptr inbounds i8, i8* %1, i64 %19
  %21 = load i8, i8* %20, align 1
  %22 = zext i32 %.01 to i64
  %23 = getelementptr inbounds i8, i8* %0, i64 %22
  store i8 %21, i8* %23, align 1
  %24 = add i32 %.01, 1
  br label %7, !llvm.loop !5

25:                                               ; preds = %16
  %26 = zext i32 %.01 to i64
  %27 = getelementptr inbounds i8, i8* %0, i64 %26
  store i8 0, i8* %27, align 1
  br label %28

28:                                               ; preds = %25, %5
  %.0 = phi i32 [ 0, %5 ], [ %.01, %25 ]
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
