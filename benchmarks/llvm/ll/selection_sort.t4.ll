source_filename = "c/selection_sort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local void @selection_sort(i32* nocapture noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %7

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  %6 = zext i32 %1 to i64
  br label %8

7:                                                ; preds = %37, %2
  ret void

8:                                                ; preds = %4, %37
  %9 = phi i64 [ 0, %4 ], [ %11, %37 ]
  %10 = phi i64 [ 1, %4 ], [ %38, %37 ]
  %11 = add nuw nsw i64 %9, 1
  %12 = icmp ult i64 %11, %5
  %13 = trunc i64 %9 to i32
  br i1 %12, label %18, label %14

14:                                               ; preds = %18, %8
  %15 = phi i32 [ %13, %8 ], [ %28, %18 ]
  %16 = zext i32 %15 to i64
  %17 = icmp eq i64 %9, %16
  br i1 %17, label %37, label %31

18:                                               ; preds = %8, %18
  %19 = phi i64 [ %29, %18 ], [ %10, %8 ]
  %20 = phi i32 [ %28, %18 ], [ %13, %8 ]
  %21 = getelementptr inbounds i32, i32* %0, i64 %19
  %22 = load i32, i32* %21, align 4, !tbaa !4
  %23 = sext i32 %20 to i64
  %24 = getelementptr inbounds i32, i32* %0, i64 %23
  %25 = load i32, i32* %24, align 4, !tbaa !4
  %26 = icmp slt i32 %22, %25
  %27 = trunc i64 %19 to i32
  %28 = select i1 %26, i32 %27, i32 %20
  %29 = add nuw nsw i64 %19, 1
  %30 = icmp eq i64 %29, %6
  br i1 %30, label %14, label %18, !llvm.loop !8

31:                                               ; preds = %14
  %32 = getelementptr inbounds i32, i32* %0, i64 %9
  %33 = load i32, i32* %32, align 4, !tbaa !4
  %34 = sext i32 %15 to i64
  %35 = getelementptr inbounds i32, i32* %0, i64 %34
  %36 = load i32, i32* %35, align 4, !tbaa !4
  store i32 %36, i32* %32, align 4, !tbaa !4
  store i32 %33, i32* %35, align 4, !tbaa !4
  br label %37

37:                                               ; preds = %31, %14
  %38 = add nuw nsw i64 %10, 1
  %39 = icmp eq i64 %11, %6
  br i1 %39, label %7, label %8, !llvm.loop !11
}

attributes #0 = { nofree norecurse nosync nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

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
!11 = distinct !{!11, !9, !10}
