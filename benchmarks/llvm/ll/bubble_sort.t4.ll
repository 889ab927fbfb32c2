source_filename = "c/bubble_sort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local void @bubble_sort(i8* nocapture noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 1
  %4 = add i32 %1, -1
  %5 = zext i32 %4 to i64
  br i1 %3, label %9, label %28

6:                                                ; preds = %20
  %7 = icmp ne i32 %21, 0
  %8 = and i1 %3, %7
  br i1 %8, label %24, label %28

9:                                                ; preds = %2, %24
  %10 = phi i64 [ %25, %24 ], [ 0, %2 ]
  %11 = phi i64 [ %26, %24 ], [ 1, %2 ]
  %12 = phi i32 [ %27, %24 ], [ 0, %2 ]
  %13 = add nuw nsw i64 %10, 1
  %14 = getelementptr inbounds i8, i8* %0, i64 %10
  %15 = load i8, i8* %14, align 1, !tbaa !4
  %16 = getelementptr inbounds i8, i8* %0, i64 %11
  %17 = load i8, i8* %16, align 1, !tbaa !4
  %18 = icmp ugt i8 %15, %17
  br i1 %18, label %19, label %20

19:                                               ; preds = %9
  store i8 %17, i8* %14, align 1, !tbaa !4
  store i8 %15, i8* %16, align 1, !tbaa !4
  br label %20

20:                                               ; preds = %9, %19
  %21 = phi i32 [ 1, %19 ], [ %12, %9 ]
  %22 = add nuw nsw i64 %11, 1
  %23 = icmp eq i64 %13, %5
  br i1 %23, label %6, label %24

24:                                               ; preds = %20, %6
  %25 = phi i64 [ %13, %20 ], [ 0, %6 ]
  %26 = phi i64 [ %22, %20 ], [ 1, %6 ]
  %27 = phi i32 [ %21, %20 ], [ 0, %6 ]
  br label %9, !llvm.loop !7

28:                                               ; preds = %6, %2
  ret void
}

attributes #0 = { nofree norecurse nosync nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

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
