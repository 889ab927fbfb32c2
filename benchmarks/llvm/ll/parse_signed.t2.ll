source_filename = "c/parse_signed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @parse_signed(i8* noundef %0) #0 {
  %2 = load i8, i8* %0, align 1
  %3 = icmp eq i8 %2, 45
  br i1 %3, label %7, label %4

4:                                                ; preds = %1
  %5 = load i8, i8* %0, align 1
  %6 = icmp eq i8 %5, 43
  %spec.select = select i1 %6, i32 1, i32 0
  br label %7

7:                                                ; preds = %1, %4
  %.1 = phi i32 [ %spec.select, %4 ], [ 1, %1 ]
  br label %8

8:                                                ; preds = %18, %7
  %.03 = phi i32 [ 0, %7 ], [ %spec.select1, %18 ]
  %.2 = phi i32 [ %.1, %7 ], [ %27, %18 ]
  %9 = sext i32 %.2 to i64
  %10 = getelementptr inbounds i8, i8* %0, i64 %9
  %11 = load i8, i8* %10, align 1
  %12 = icmp sgt i8 %11, 47
  br i1 %12, label %13, label %.critedge

13:                                               ; preds = %8
  %14 = sext i32 %.2 to i64
  %15 = getelementptr inbounds i8, i8* %0, i64 %14
  %16 = load i8, i8* %15, align 1
  %17 = icmp slt i8 %16, 58
  br i1 %17, label %18, label %.critedge

18:                                               ; preds = %13
  %19 = mul nsw i32 %.03, 10
  %20 = sext i32 %.2 to i64
  %21 = getelementptr inbounds i8, i8* %0, i64 %20
  %22 = load i8, i8* %21, align 1
  %23 = sext i8 %22 to i32
  %24 = add nsw i32 %23, -48
  %25 = add nsw i32 %19, %24
  %26 = icmp sgt i32 %25, 32768
  %spec.select1 = select i1 %26, i32 32768, i32 %25
  %27 = add nsw i32 %.2, 1
  br label %8, !llvm.loop !5

.critedge:                                        ; preds = %8, %13
  %28 = sub nsw i32 0, %.03
  %29 = icmp sgt i32 %.03, 32767
  %spec.select2 = select i1 %29, i32 32767, i32 %.03
  %.0 = select i1 %3, i32 %28, i32 %spec.select2
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
