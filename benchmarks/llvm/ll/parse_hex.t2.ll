source_filename = "c/parse_hex.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @parse_hex(i8* noundef %0, i32* noundef %1) #0 {
  br label %3

3:                                                ; preds = %26, %2
  %.02 = phi i32 [ 0, %2 ], [ %28, %26 ]
  %.01 = phi i32 [ 0, %2 ], [ %29, %26 ]
  %4 = icmp ult i32 %.01, 8
  br i1 %4, label %5, label %30

5:                                                ; preds = %3
  %6 = zext i32 %.01 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = icmp sgt i8 %8, 47
  %10 = icmp slt i8 %8, 58
  %or.cond = and i1 %9, %10
  br i1 %or.cond, label %11, label %14

11:                                               ; preds = %5
  %12 = sext i8 %8 to i32
  %13 = add nsw i32 %12, -48
  br label %26

14:                                               ; preds = %5
  %15 = icmp sgt i8 %8, 96
  %16 = icmp slt i8 %8, 103
  %or.cond1 = and i1 %15, %16
  br i1 %or.cond1, label %17, label %20

17:                                               ; preds = %14
  %18 = sext i8 %8 to i32
  %19 = add nsw i32 %18, -87
  br label %26

20:                                               ; preds = %14
  %21 = icmp sgt i8 %8, 64
  %22 = icmp slt i8 %8, 71
  %or.cond2 = and i1 %21, %22
  br i1 %or.cond2, label %23, label %30

23:                                               ; preds = %20
  %24 = sext i8 %8 to i32
  %25 = add nsw i32 %24, -55
  br label %26

26:                                               ; preds = %17, %23, %11
  %.1 = phi i32 [ %13, %11 ], [ %19, %17 ], [ %25, %23 ]
  %27 = shl i32 %.02, 4
  %28 = or i32 %27, %.1
  %29 = add nuw nsw i32 %.01, 1
  br label %3, !llvm.loop !5

30:                                               ; preds = %20, %3
  store i32 %.01, i32* %1, align 4
  ret i32 %.02
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
