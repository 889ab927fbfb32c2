source_filename = "c/crc4_table.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@table = internal constant [16 x i8] c"\00\03\06\05\0C\0F\0A\09\0B\08\0D\0E\07\04\01\02", align 16

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @crc4_table(i8* noundef %0, i32 noundef %1) #0 {
  br label %3

3:                                                ; preds = %5, %2
  %.01 = phi i32 [ 0, %2 ], [ %23, %5 ]
  %.0 = phi i32 [ 0, %2 ], [ %24, %5 ]
  %4 = icmp slt i32 %.0, %1
  br i1 %4, label %5, label %25

5:                                                ; preds = %3
  %.01.masked = and i32 %.01, 15
  %6 = zext i32 %.0 to i64
  %7 = getelementptr inbounds i8, i8* %0, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = lshr i8 %8, 4
  %10 = zext i8 %9 to i32
  %11 = xor i32 %.01.masked, %10
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds [16 x i8], [16 x i8]* @table, i64 0, i64 %12
  %14 = load i8, i8* %13, align 1
  %15 = zext i32 %.0 to i64
  %16 = getelementptr inbounds i8, i8* %0, i64 %15
  %17 = load i8, i8* %16, align 1
  %18 = xor i8 %14, %17
  %19 = and i8 %18, 15
  %20 = zext i8 %19 to i64
  %21 = getelementptr inbounds [16 x i8], [16 x i8]* @table, i64 0, i64 %20
  %22 = load i8, i8* %21, align 1
  %23 = zext i8 %22 to i32
  %24 = add nuw nsw i32 %.0, 1
  br label %3, !llvm.loop !5

25:                                               ; preds = %3
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
