source_filename = "c/adler32.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @adler32(i8* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %9, label %4

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  br label %11

6:                                                ; preds = %11
  %7 = shl i32 %25, 16
  %8 = or i32 %7, %21
  br label %9

9:                                                ; preds = %6, %2
  %10 = phi i32 [ %8, %6 ], [ 1, %2 ]
  ret i32 %10

11:                                               ; preds = %4, %11
  %12 = phi i64 [ 0, %4 ], [ %26, %11 ]
  %13 = phi i32 [ 0, %4 ], [ %25, %11 ]
  %14 = phi i32 [ 1, %4 ], [ %21, %11 ]
  %15 = getelementptr inbounds i8, i8* %0, i64 %12
  %16 = load i8, i8* %15, align 1, !tbaa !4
  %17 = zext i8 %16 to i32
  %18 = add i32 %14, %17
  %19 = icmp ugt i32 %18, 65520
  %20 = add i32 %18, -65521
  %21 = select i1 %19, i32 %20, i32 %18
  %22 = add i32 %21, %13
  %23 = icmp ugt i32 %22, 65520
  %24 = add i32 %22, -65521
  %25 = select i1 %23, i32 %24, i32 %22
  %26 = add nuw nsw i64 %12, 1
  %27 = icmp eq i64 %26, %5
  br i1 %27, label %6, label %11, !llvm.loop !7
}

attributes #0 = { nofree norecurse nosync nounwind readonly uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{!5, !5, i64 0}
!5 = !{!"omnipotent char", !6, i64 0}
!6 = !{!"Simple C/C++ TBAA"}
!7 = distinct !{!7, !8, !9}
!8 = !{!"llvm.loop.mustprogress"}
!9 = !{!"llvm.loop.unroll.disable"}
