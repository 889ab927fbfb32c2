source_filename = "c/run_length.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @run_length(i8* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %42, label %4

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  br label %6

6:                                                ; preds = %4, %29
  %7 = phi i32 [ %31, %29 ], [ 0, %4 ]
  %8 = phi i32 [ %34, %29 ], [ 0, %4 ]
  %9 = phi i32 [ %30, %29 ], [ 0, %4 ]
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds i8, i8* %0, i64 %10
  %12 = load i8, i8* %11, align 1, !tbaa !4
  %13 = icmp ult i32 %9, %1
  br i1 %13, label %14, label %29

14:                                               ; preds = %6, %23
  %15 = phi i64 [ %16, %23 ], [ %10, %6 ]
  %16 = add nuw nsw i64 %15, 1
  %17 = icmp eq i64 %16, %5
  br i1 %17, label %18, label %23, !llvm.loop !7

18:                                               ; preds = %14
  %19 = add i32 %7, 1
  %20 = sub i32 %1, %9
  %21 = icmp ugt i32 %20, %8
  %22 = select i1 %21, i32 %20, i32 %8
  br label %36

23:                                               ; preds = %14
  %24 = getelementptr inbounds i8, i8* %0, i64 %16
  %25 = load i8, i8* %24, align 1, !tbaa !4
  %26 = icmp eq i8 %25, %12
  br i1 %26, label %14, label %27

27:                                               ; preds = %23
  %28 = trunc i64 %16 to i32
  br label %29

29:                                               ; preds = %27, %6
  %30 = phi i32 [ %9, %6 ], [ %28, %27 ]
  %31 = add i32 %7, 1
  %32 = sub i32 %30, %9
  %33 = icmp ugt i32 %32, %8
  %34 = select i1 %33, i32 %32, i32 %8
  %35 = icmp ult i32 %30, %1
  br i1 %35, label %6, label %36, !llvm.loop !10

36:                                               ; preds = %29, %18
  %37 = phi i32 [ %22, %18 ], [ %34, %29 ]
  %38 = phi i32 [ %19, %18 ], [ %31, %29 ]
  %39 = shl i32 %38, 16
  %40 = and i32 %37, 65535
  %41 = or i32 %39, %40
  br label %42

42:                                               ; preds = %36, %2
  %43 = phi i32 [ %41, %36 ], [ 0, %2 ]
  ret i32 %43
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
!10 = distinct !{!10, !8, !9}
