source_filename = "c/matrix_trace.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @matrix_trace(i32* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %12

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  %6 = zext i32 %1 to i64
  br label %7

7:                                                ; preds = %14, %4
  %8 = phi i64 [ 0, %4 ], [ %15, %14 ]
  %9 = phi i32 [ 0, %4 ], [ %32, %14 ]
  %10 = mul nsw i64 %8, %5
  %11 = icmp eq i64 %8, 0
  br label %17

12:                                               ; preds = %14, %2
  %13 = phi i32 [ 0, %2 ], [ %32, %14 ]
  ret i32 %13

14:                                               ; preds = %31
  %15 = add nuw nsw i64 %8, 1
  %16 = icmp eq i64 %15, %6
  br i1 %16, label %12, label %7, !llvm.loop !4

17:                                               ; preds = %7, %31
  %18 = phi i64 [ 0, %7 ], [ %33, %31 ]
  %19 = phi i32 [ %9, %7 ], [ %32, %31 ]
  %20 = add nuw nsw i64 %18, %10
  %21 = getelementptr inbounds i32, i32* %0, i64 %20
  %22 = load i32, i32* %21, align 4, !tbaa !7
  %23 = icmp eq i64 %8, %18
  br i1 %23, label %24, label %26

24:                                               ; preds = %17
  %25 = add i32 %22, %19
  br label %31

26:                                               ; preds = %17
  %27 = icmp eq i64 %18, 0
  %28 = select i1 %11, i1 true, i1 %27
  %29 = select i1 %28, i32 %22, i32 0
  %30 = sub i32 %19, %29
  br label %31

31:                                               ; preds = %26, %24
  %32 = phi i32 [ %25, %24 ], [ %30, %26 ]
  %33 = add nuw nsw i64 %18, 1
  %34 = icmp eq i64 %33, %6
  br i1 %34, label %14, label %17, !llvm.loop !11
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
!8 = !{!"int", !9, i64 0}
!9 = !{!"omnipotent char", !10, i64 0}
!10 = !{!"Simple C/C++ TBAA"}
!11 = distinct !{!11, !5, !6}
