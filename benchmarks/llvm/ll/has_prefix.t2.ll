source_filename = "c/has_prefix.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local zeroext i1 @has_prefix(i8* noundef %0, i8* noundef %1) #0 {
  br label %3

3:                                                ; preds = %8, %2
  %.02 = phi i8* [ %1, %2 ], [ %10, %8 ]
  %.01 = phi i8* [ %0, %2 ], [ %9, %8 ]
  %4 = load i8, i8* %.02, align 1
  %.not = icmp eq i8 %4, 0
  br i1 %.not, label %11, label %5

5:                                                ; preds = %3
  %6 = load i8, i8* %.01, align 1
  %7 = load i8, i8* %.02, align 1
  %.not1 = icmp eq i8 %6, %7
  br i1 %.not1, label %8, label %11

8:                                                ; preds = %5
  %9 = getelementptr inbounds i8, i8* %.01, i64 1
  %10 = getelementptr inbounds i8, i8* %.02, i64 1
  br label %3, !llvm.loop !5

11:                                               ; preds = %3, %5
  ret i1 %.not
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
