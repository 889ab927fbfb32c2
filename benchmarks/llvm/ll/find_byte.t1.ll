source_filename = "c/find_byte.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @find_byte(i8* noundef %0, i64 noundef %1, i8 noundef zeroext %2) local_unnamed_addr #0 {
  br label %4

4:                                                ; preds = %14, %3
  %.01 = phi i64 [ 0, %3 ], [ %15, %14 ]
  %5 = icmp slt i64 %.01, %1
  br i1 %5, label %6, label %16

6:                                                ; preds = %4
  %7 = getelementptr inbounds i8, i8* %0, i64 %.01
  %8 = load i8, i8* %7, align 1
  %9 = zext i8 %8 to i32
  %10 = zext i8 %2 to i32
  %11 = icmp eq i32 %9, %10
  br i1 %11, label %12, label %13

12:                                               ; preds = %6
  br label %17

13:                                               ; preds = %6
  br label %14

14:                                               ; preds = %13
  %15 = add nsw i64 %.01, 1
  br label %4, !llvm.loop !5

16:                                               ; preds = %4
  br label %17

17:                                               ; preds = %16, %12
  %.0 = phi i64 [ %.01, %12 ], [ -1, %16 ]
  ret i64 %.0
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
