source_filename = "c/parse_ipv4.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @parse_ipv4(i8* noundef %0) local_unnamed_addr #0 {
  br label %2

2:                                                ; preds = %29, %1
  %.03 = phi i32 [ 0, %1 ], [ %30, %29 ]
  %.02 = phi i32 [ 0, %1 ], [ %23, %29 ]
  %.01 = phi i8* [ %0, %1 ], [ %.2, %29 ]
  %3 = icmp ult i32 %.03, 4
  br i1 %3, label %4, label %31

4:                                                ; preds = %2, %11
  %.05 = phi i32 [ %18, %11 ], [ 0, %2 ]
  %.04 = phi i32 [ %16, %11 ], [ 0, %2 ]
  %.1 = phi i8* [ %17, %11 ], [ %.01, %2 ]
  %5 = load i8, i8* %.1, align 1
  %6 = icmp sgt i8 %5, 47
  br i1 %6, label %7, label %.critedge

7:                                                ; preds = %4
  %8 = load i8, i8* %.1, align 1
  %9 = icmp slt i8 %8, 58
  %10 = icmp ult i32 %.05, 3
  %spec.select = select i1 %9, i1 %10, i1 false
  br i1 %spec.select, label %11, label %.critedge

11:                                               ; preds = %7
  %12 = mul i32 %.04, 10
  %13 = load i8, i8* %.1, align 1
  %14 = sext i8 %13 to i32
  %15 = add nsw i32 %14, -48
  %16 = add i32 %12, %15
  %17 = getelementptr inbounds i8, i8* %.1, i64 1
  %18 = add nuw nsw i32 %.05, 1
  br label %4, !llvm.loop !5

.critedge:                                        ; preds = %4, %7
  %19 = icmp eq i32 %.05, 0
  %20 = icmp ugt i32 %.04, 255
  %or.cond = select i1 %19, i1 true, i1 %20
  br i1 %or.cond, label %33, label %21

21:                                               ; preds = %.critedge
  %22 = shl i32 %.02, 8
  %23 = or i32 %22, %.04
  %24 = icmp ult i32 %.03, 3
  br i1 %24, label %25, label %29

25:                                               ; preds = %21
  %26 = load i8, i8* %.1, align 1
  %.not1 = icmp eq i8 %26, 46
  br i1 %.not1, label %27, label %33

27:                                               ; preds = %25
  %28 = getelementptr inbounds i8, i8* %.1, i64 1
  br label %29

29:                                               ; preds = %21, %27
  %.2 = phi i8* [ %28, %27 ], [ %.1, %21 ]
  %30 = add nuw nsw i32 %.03, 1
  br label %2, !llvm.loop !7

31:                                               ; preds = %2
  %32 = load i8, i8* %.01, align 1
  %.not = icmp eq i8 %32, 0
  %.02. = select i1 %.not, i32 %.02, i32 0
  br label %33

33:                                               ; preds = %31, %25, %.critedge
  %.0 = phi i32 [ 0, %.critedge ], [ 0, %25 ], [ %.02., %31 ]
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
!7 = distinct !{!7, !6}
