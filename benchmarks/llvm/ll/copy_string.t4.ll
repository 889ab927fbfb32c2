source_filename = "c/copy_string.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local i32 @copy_string(i8* nocapture noundef writeonly %0, i8* nocapture noundef readonly %1, i32 noundef %2) local_unnamed_addr #0 {
  switch i32 %2, label %4 [
    i32 0, label %22
    i32 1, label %18
  ]

4:                                                ; preds = %3
  %5 = add i32 %2, -1
  %6 = zext i32 %5 to i64
  br label %7

7:                                                ; preds = %4, %13
  %8 = phi i64 [ 0, %4 ], [ %9, %13 ]
  %9 = add nuw nsw i64 %8, 1
  %10 = getelementptr inbounds i8, i8* %1, i64 %8
  %11 = load i8, i8* %10, align 1, !tbaa !4
  %12 = icmp eq i8 %11, 0
  br i1 %12, label %16, label %13

13:                                               ; preds = %7
  %14 = getelementptr inbounds i8, i8* %0, i64 %8
  store i8 %11, i8* %14, align 1, !tbaa !4
  %15 = icmp eq i64 %9, %6
  br i1 %15, label %18, label %7, !llvm.loop !7

16:                                               ; preds = %7
  %17 = trunc i64 %8 to i32
  br label %18

18:                                               ; preds = %13, %16, %3
  %19 = phi i32 [ 0, %3 ], [ %17, %16 ], [ %5, %13 ]
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds i8, i8* %0, i64 %20
  store i8 0, i8* %21, align 1, !tbaa !4
  br label %22

22:                                               ; preds = %3, %18
  %23 = phi i32 [ %19, %18 ], [ %2, %3 ]
  ret i32 %23
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
