source_filename = "c/compare_strings.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @compare_strings(i8* noundef %0, i8* noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %15, %2
  %.01 = phi i8* [ %1, %2 ], [ %17, %15 ]
  %.0 = phi i8* [ %0, %2 ], [ %16, %15 ]
  %4 = load i8, i8* %.0, align 1
  %5 = sext i8 %4 to i32
  %6 = icmp ne i32 %5, 0
  br i1 %6, label %7, label %13

7:                                                ; preds = %3
  %8 = load i8, i8* %.0, align 1
  %9 = sext i8 %8 to i32
  %10 = load i8, i8* %.01, align 1
  %11 = sext i8 %10 to i32
  %12 = icmp eq i32 %9, %11
  br label %13

13:                                               ; preds = %7, %3
  %14 = phi i1 [ false, %3 ], [ %12, %7 ]
  br i1 %14, label %15, label %18

15:                                               ; preds = %13
  %16 = getelementptr inbounds i8, i8* %.0, i32 1
  %17 = getelementptr inbounds i8, i8* %.01, i32 1
  br label %3, !llvm.loop !5

18:                                               ; preds = %13
  %19 = load i8, i8* %.0, align 1
  %20 = zext i8 %19 to i32
  %21 = load i8, i8* %.01, align 1
  %22 = zext i8 %21 to i32
  %23 = sub nsw i32 %20, %22
  ret i32 %23
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
