source_filename = "c/count_lines.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @count_lines(i8* noundef %0, i32 noundef %1) #0 {
  br label %3

3:                                                ; preds = %14, %2
  %.02 = phi i32 [ 0, %2 ], [ %.1, %14 ]
  %.01 = phi i8 [ 10, %2 ], [ %8, %14 ]
  %.0 = phi i32 [ 0, %2 ], [ %15, %14 ]
  %4 = icmp ult i32 %.0, %1
  br i1 %4, label %5, label %16

5:                                                ; preds = %3
  %6 = zext i32 %.0 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = sext i8 %8 to i32
  %10 = icmp eq i32 %9, 10
  br i1 %10, label %11, label %13

11:                                               ; preds = %5
  %12 = add i32 %.02, 1
  br label %13

13:                                               ; preds = %11, %5
  %.1 = phi i32 [ %12, %11 ], [ %.02, %5 ]
  br label %14

14:                                               ; preds = %13
  %15 = add i32 %.0, 1
  br label %3, !llvm.loop !5

16:                                               ; preds = %3
  %17 = sext i8 %.01 to i32
  %18 = icmp ne i32 %17, 10
  br i1 %18, label %19, label %21

19:                                               ; preds = %16
  %20 = add i32 %.02, 1
  br label %21

21:                                               ; preds = %19, %16
  %.2 = phi i32 [ %20, %19 ], [ %.02, %16 ]
  ret i32 %.2
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
