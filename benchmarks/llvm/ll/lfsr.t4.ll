source_filename = "c/lfsr.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree nosync nounwind readnone uwtable
define dso_local zeroext i16 @lfsr(i16 noundef zeroext %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq i16 %0, 0
  %4 = select i1 %3, i16 1, i16 %0
  %5 = icmp sgt i32 %1, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %8, %2
  %7 = phi i16 [ %4, %2 ], [ %17, %8 ]
  ret i16 %7

8:                                                ; preds = %2, %8
  %9 = phi i16 [ %17, %8 ], [ %4, %2 ]
  %10 = phi i32 [ %18, %8 ], [ 0, %2 ]
  %11 = lshr i16 %9, 2
  %12 = xor i16 %11, %9
  %13 = lshr i16 %9, 3
  %14 = xor i16 %12, %13
  %15 = lshr i16 %9, 5
  %16 = xor i16 %14, %15
  %17 = tail call i16 @llvm.fshl.i16(i16 %16, i16 %9, i16 15)
  %18 = add nuw nsw i32 %10, 1
  %19 = icmp eq i32 %18, %1
  br i1 %19, label %6, label %8, !llvm.loop !4
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i16 @llvm.fshl.i16(i16, i16, i16) #1

attributes #0 = { nofree nosync nounwind readnone uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
