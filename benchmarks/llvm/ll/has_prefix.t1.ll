source_filename = "c/has_prefix.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local zeroext i1 @has_prefix(i8* noundef %0, i8* noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %13, %2
  %.02 = phi i8* [ %1, %2 ], [ %15, %13 ]
  %.01 = phi i8* [ %0, %2 ], [ %14, %13 ]
  %4 = load i8, i8* %.02, align 1
  %5 = icmp ne i8 %4, 0
  br i1 %5, label %6, label %16

6:                                                ; preds = %3
  %7 = load i8, i8* %.01, align 1
  %8 = sext i8 %7 to i32
  %9 = load i8, i8* %.02, align 1
  %10 = sext i8 %9 to i32
  %11 = icmp ne i32 %8, %10
  br i1 %11, label %12, label %13

12:                                               ; preds = %6
  br label %17

13:                                               ; preds = %6
  %14 = getelementptr inbounds i8, i8* %.01, i32 1
  %15 = getelementptr inbounds i8, i8* %.02, i32 1
  br label %3, !llvm.loop !5

16:                                               ; preds = %3
  br label %17

17:                                               ; preds = %16, %12
  %.0 = phi i1 [ false, %12 ], [ true, %16 ]
  ret i1 %.0
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
