source_filename = "c/adler32.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @adler32(i8* noundef %0, i32 noundef %1) #0 {
  br label %3

3:                                                ; preds = %20, %2
  %.02 = phi i32 [ 1, %2 ], [ %.13, %20 ]
  %.01 = phi i32 [ 0, %2 ], [ %.1, %20 ]
  %.0 = phi i32 [ 0, %2 ], [ %21, %20 ]
  %4 = icmp ult i32 %.0, %1
  br i1 %4, label %5, label %22

5:                                                ; preds = %3
  %6 = zext i32 %.0 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = zext i8 %8 to i32
  %10 = add i32 %.02, %9
  %11 = icmp uge i32 %10, 65521
  br i1 %11, label %12, label %14

12:                                               ; preds = %5
  %13 = sub i32 %10, 65521
  br label %14

14:                                               ; preds = %12, %5
  %.13 = phi i32 [ %13, %12 ], [ %10, %5 ]
  %15 = add i32 %.01, %.13
  %16 = icmp uge i32 %15, 65521
  br i1 %16, label %17, label %19

17:                                               ; preds = %14
  %18 = sub i32 %15, 65521
  br label %19

19:                                               ; preds = %17, %14
  %.1 = phi i32 [ %18, %17 ], [ %15, %14 ]
  br label %20

20:                                               ; preds = %19
  %21 = add i32 %.0, 1
  br label %3, !llvm.loop !5

22:                                               ; preds = %3
  %23 = shl i32 %.01, 16
  %24 = or i32 %23, %.02
  ret i32 %24
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
