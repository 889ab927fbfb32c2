source_filename = "c/elevator.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @elevator(i8* noundef %0, i32 noundef %1) #0 {
  br label %3

3:                                                ; preds = %17, %2
  %.02 = phi i32 [ 0, %2 ], [ %.13, %17 ]
  %.01 = phi i32 [ 0, %2 ], [ %.1, %17 ]
  %.0 = phi i32 [ 0, %2 ], [ %18, %17 ]
  %4 = icmp slt i32 %.0, %1
  br i1 %4, label %5, label %19

5:                                                ; preds = %3
  %6 = zext i32 %.0 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = and i8 %8, 15
  %10 = zext i8 %9 to i32
  br label %11

11:                                               ; preds = %12, %5
  %.13 = phi i32 [ %.02, %5 ], [ %.2, %12 ]
  %.1 = phi i32 [ %.01, %5 ], [ %16, %12 ]
  %.not = icmp eq i32 %.13, %10
  br i1 %.not, label %17, label %12

12:                                               ; preds = %11
  %13 = icmp ult i32 %.13, %10
  %14 = add i32 %.13, 1
  %15 = add i32 %.13, -1
  %.2 = select i1 %13, i32 %14, i32 %15
  %16 = add i32 %.1, 1
  br label %11, !llvm.loop !5

17:                                               ; preds = %11
  %18 = add nuw nsw i32 %.0, 1
  br label %3, !llvm.loop !7

19:                                               ; preds = %3
  ret i32 %.01
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
