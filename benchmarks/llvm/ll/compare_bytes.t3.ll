source_filename = "c/compare_bytes.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @compare_bytes(i8* noundef %0, i8* noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  br label %4

4:                                                ; preds = %18, %3
  %.01 = phi i64 [ 0, %3 ], [ %19, %18 ]
  %5 = icmp ult i64 %.01, %2
  br i1 %5, label %6, label %20

6:                                                ; preds = %4
  %7 = getelementptr inbounds i8, i8* %0, i64 %.01
  %8 = load i8, i8* %7, align 1
  %9 = getelementptr inbounds i8, i8* %1, i64 %.01
  %10 = load i8, i8* %9, align 1
  %11 = icmp ult i8 %8, %10
  br i1 %11, label %20, label %12

12:                                               ; preds = %6
  %13 = getelementptr inbounds i8, i8* %0, i64 %.01
  %14 = load i8, i8* %13, align 1
  %15 = getelementptr inbounds i8, i8* %1, i64 %.01
  %16 = load i8, i8* %15, align 1
  %17 = icmp ugt i8 %14, %16
  br i1 %17, label %20, label %18

18:                                               ; preds = %12
  %19 = add i64 %.01, 1
  br label %4, !llvm.loop !5

20:                                               ; preds = %4, %12, %6
  %.0 = phi i32 [ -1, %6 ], [ 1, %12 ], [ 0, %4 ]
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
