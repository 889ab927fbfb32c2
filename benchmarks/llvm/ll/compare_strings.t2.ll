source_filename = "c/compare_strings.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @compare_strings(i8* noundef %0, i8* noundef %1) #0 {
  br label %3

3:                                                ; preds = %9, %2
  %.01 = phi i8* [ %1, %2 ], [ %11, %9 ]
  %.0 = phi i8* [ %0, %2 ], [ %10, %9 ]
  %4 = load i8, i8* %.0, align 1
  %.not = icmp eq i8 %4, 0
  br i1 %.not, label %.critedge, label %5

5:                                                ; preds = %3
  %6 = load i8, i8* %.0, align 1
  %7 = load i8, i8* %.01, align 1
  %8 = icmp eq i8 %6, %7
  br i1 %8, label %9, label %.critedge

9:                                                ; preds = %5
  %10 = getelementptr inbounds i8, i8* %.0, i64 1
  %11 = getelementptr inbounds i8, i8* %.01, i64 1
  br label %3, !llvm.loop !5

.critedge:                                        ; preds = %3, %5
  %12 = load i8, i8* %.0, align 1
  %13 = zext i8 %12 to i32
  %14 = load i8, i8* %.01, align 1
  %15 = zext i8 %14 to i32
  %16 = sub nsw i32 %13, %15
  ret i32 %16
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
