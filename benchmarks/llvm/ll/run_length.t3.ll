source_filename = "c/run_length.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @run_length(i8* noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %.critedge, %2
  %.03 = phi i32 [ 0, %2 ], [ %18, %.critedge ]
  %.01 = phi i32 [ 0, %2 ], [ %spec.select, %.critedge ]
  %.0 = phi i32 [ 0, %2 ], [ %.1, %.critedge ]
  %4 = icmp ult i32 %.0, %1
  br i1 %4, label %5, label %22

5:                                                ; preds = %3
  %6 = zext i32 %.0 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  br label %9

9:                                                ; preds = %16, %5
  %.1 = phi i32 [ %.0, %5 ], [ %17, %16 ]
  %10 = icmp ult i32 %.1, %1
  br i1 %10, label %11, label %.critedge

11:                                               ; preds = %9
  %12 = zext i32 %.1 to i64
  %13 = getelementptr inbounds i8, i8* %0, i64 %12
  %14 = load i8, i8* %13, align 1
  %15 = icmp eq i8 %14, %8
  br i1 %15, label %16, label %.critedge

16:                                               ; preds = %11
  %17 = add i32 %.1, 1
  br label %9, !llvm.loop !5

.critedge:                                        ; preds = %9, %11
  %18 = add i32 %.03, 1
  %19 = sub i32 %.1, %.0
  %20 = icmp ugt i32 %19, %.01
  %21 = sub i32 %.1, %.0
  %spec.select = select i1 %20, i32 %21, i32 %.01
  br label %3, !llvm.loop !7

22:                                               ; preds = %3
  %23 = shl i32 %.03, 16
  %24 = and i32 %.01, 65535
  %25 = or i32 %23, %24
  ret i32 %25
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
