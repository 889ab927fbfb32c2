source_filename = "c/parse_decimal.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @parse_decimal(i8* noundef %0) #0 {
  br label %2

2:                                                ; preds = %10, %1
  %.03 = phi i32 [ 0, %1 ], [ %16, %10 ]
  %.02 = phi i32 [ 0, %1 ], [ %15, %10 ]
  %.01 = phi i8* [ %0, %1 ], [ %17, %10 ]
  %3 = load i8, i8* %.01, align 1
  %4 = icmp sgt i8 %3, 47
  br i1 %4, label %5, label %.critedge

5:                                                ; preds = %2
  %6 = load i8, i8* %.01, align 1
  %7 = icmp slt i8 %6, 58
  br i1 %7, label %8, label %.critedge

8:                                                ; preds = %5
  %9 = icmp eq i32 %.03, 9
  br i1 %9, label %19, label %10

10:                                               ; preds = %8
  %11 = mul nsw i32 %.02, 10
  %12 = load i8, i8* %.01, align 1
  %13 = sext i8 %12 to i32
  %14 = add nsw i32 %13, -48
  %15 = add nsw i32 %11, %14
  %16 = add nuw nsw i32 %.03, 1
  %17 = getelementptr inbounds i8, i8* %.01, i64 1
  br label %2, !llvm.loop !5

.critedge:                                        ; preds = %2, %5
  %18 = icmp eq i32 %.03, 0
  %..02 = select i1 %18, i32 -1, i32 %.02
  br label %19

19:                                               ; preds = %.critedge, %8
  %.0 = phi i32 [ -1, %8 ], [ %..02, %.critedge ]
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
