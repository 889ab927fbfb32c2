source_filename = "c/bitmap_search.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @bitmap_search(i32* nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = icmp sgt i32 %2, 0
  %5 = add i32 %1, -1
  %6 = icmp ult i32 %5, 1000
  %7 = and i1 %6, %4
  br i1 %7, label %8, label %30

8:                                                ; preds = %3
  %9 = shl nuw nsw i32 %1, 5
  br label %10

10:                                               ; preds = %8, %27
  %11 = phi i32 [ %28, %27 ], [ 0, %8 ]
  %12 = phi i32 [ %22, %27 ], [ 0, %8 ]
  %13 = lshr i32 %11, 5
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds i32, i32* %0, i64 %14
  %16 = load i32, i32* %15, align 4, !tbaa !4
  %17 = and i32 %11, 31
  %18 = shl nuw i32 1, %17
  %19 = and i32 %16, %18
  %20 = icmp eq i32 %19, 0
  %21 = add nsw i32 %12, 1
  %22 = select i1 %20, i32 %21, i32 0
  %23 = icmp eq i32 %22, %2
  br i1 %23, label %24, label %27

24:                                               ; preds = %10
  %25 = sub i32 1, %2
  %26 = add i32 %25, %11
  br label %30

27:                                               ; preds = %10
  %28 = add nuw nsw i32 %11, 1
  %29 = icmp eq i32 %28, %9
  br i1 %29, label %30, label %10, !llvm.loop !8

30:                                               ; preds = %27, %24, %3
  %31 = phi i32 [ -1, %3 ], [ %26, %24 ], [ -1, %27 ]
  ret i32 %31
}

attributes #0 = { nofree norecurse nosync nounwind readonly uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{!5, !5, i64 0}
!5 = !{!"int", !6, i64 0}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C/C++ TBAA"}
!8 = distinct !{!8, !9, !10}
!9 = !{!"llvm.loop.mustprogress"}
!10 = !{!"llvm.loop.unroll.disable"}
