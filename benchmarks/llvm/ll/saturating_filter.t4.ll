source_filename = "c/saturating_filter.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local void @saturating_filter(i16* nocapture noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = icmp ult i32 %2, 65
  %5 = icmp sgt i32 %1, 0
  %6 = and i1 %4, %5
  br i1 %6, label %7, label %28

7:                                                ; preds = %3
  %8 = zext i32 %1 to i64
  br label %9

9:                                                ; preds = %7, %9
  %10 = phi i64 [ 0, %7 ], [ %26, %9 ]
  %11 = phi i32 [ 0, %7 ], [ %17, %9 ]
  %12 = getelementptr inbounds i16, i16* %0, i64 %10
  %13 = load i16, i16* %12, align 2, !tbaa !4
  %14 = sext i16 %13 to i32
  %15 = mul nsw i32 %11, 7
  %16 = add nsw i32 %15, %14
  %17 = sdiv i32 %16, 8
  %18 = mul nsw i32 %17, %2
  %19 = sdiv i32 %18, 16
  %20 = add nsw i32 %19, %14
  %21 = icmp slt i32 %20, 32767
  %22 = select i1 %21, i32 %20, i32 32767
  %23 = icmp sgt i32 %22, -32768
  %24 = select i1 %23, i32 %22, i32 -32768
  %25 = trunc i32 %24 to i16
  store i16 %25, i16* %12, align 2, !tbaa !4
  %26 = add nuw nsw i64 %10, 1
  %27 = icmp eq i64 %26, %8
  br i1 %27, label %28, label %9, !llvm.loop !8

28:                                               ; preds = %9, %3
  ret void
}

attributes #0 = { nofree norecurse nosync nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{!5, !5, i64 0}
!5 = !{!"short", !6, i64 0}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C/C++ TBAA"}
!8 = distinct !{!8, !9, !10}
!9 = !{!"llvm.loop.mustprogress"}
!10 = !{!"llvm.loop.unroll.disable"}
