source_filename = "c/crc32_bits.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @crc32_bits(i8* nocapture noundef readonly %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq i64 %1, 0
  br i1 %3, label %26, label %7

4:                                                ; preds = %14
  %5 = add nuw i64 %9, 1
  %6 = icmp eq i64 %5, %1
  br i1 %6, label %24, label %7, !llvm.loop !4

7:                                                ; preds = %2, %4
  %8 = phi i32 [ %21, %4 ], [ -1, %2 ]
  %9 = phi i64 [ %5, %4 ], [ 0, %2 ]
  %10 = getelementptr inbounds i8, i8* %0, i64 %9
  %11 = load i8, i8* %10, align 1, !tbaa !7
  %12 = zext i8 %11 to i32
  %13 = xor i32 %8, %12
  br label %14

14:                                               ; preds = %14, %7
  %15 = phi i32 [ 8, %7 ], [ %22, %14 ]
  %16 = phi i32 [ %13, %7 ], [ %21, %14 ]
  %17 = and i32 %16, 1
  %18 = sub nsw i32 0, %17
  %19 = lshr i32 %16, 1
  %20 = and i32 %18, -306674912
  %21 = xor i32 %20, %19
  %22 = add nsw i32 %15, -1
  %23 = icmp ugt i32 %15, 1
  br i1 %23, label %14, label %4

24:                                               ; preds = %4
  %25 = xor i32 %21, -1
  br label %26

26:                                               ; preds = %24, %2
  %27 = phi i32 [ 0, %2 ], [ %25, %24 ]
  ret i32 %27
}

attributes #0 = { nofree norecurse nosync nounwind readonly uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = !{!8, !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C/C++ TBAA"}
