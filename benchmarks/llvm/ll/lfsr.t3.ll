source_filename = "c/lfsr.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local zeroext i16 @lfsr(i16 noundef zeroext %0, i32 noundef %1) local_unnamed_addr #0 {
  %.not = icmp eq i16 %0, 0
  %. = select i1 %.not, i16 1, i16 %0
  br label %3

3:                                                ; preds = %5, %2
  %.01 = phi i16 [ %., %2 ], [ %12, %5 ]
  %.0 = phi i32 [ 0, %2 ], [ %13, %5 ]
  %4 = icmp slt i32 %.0, %1
  br i1 %4, label %5, label %14

5:                                                ; preds = %3
  %6 = lshr i16 %.01, 2
  %7 = xor i16 %.01, %6
  %8 = lshr i16 %.01, 3
  %9 = xor i16 %7, %8
  %10 = lshr i16 %.01, 5
  %11 = xor i16 %9, %10
  %12 = call i16 @llvm.fshl.i16(i16 %11, i16 %.01, i16 15)
  %13 = add nuw nsw i32 %.0, 1
  br label %3, !llvm.loop !5

14:                                               ; preds = %3
  ret i16 %.01
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i16 @llvm.fshl.i16(i16, i16, i16) #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }

!llvm.module.flags = !{!0, !1, !2, !3, !4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
