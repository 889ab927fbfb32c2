source_filename = "c/count_words.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @count_words(i8* nocapture noundef readonly %0) local_unnamed_addr #0 {
  br label %2

2:                                                ; preds = %11, %1
  %3 = phi i32 [ 0, %1 ], [ %12, %11 ]
  %4 = phi i32 [ 0, %1 ], [ %13, %11 ]
  %5 = phi i8* [ %0, %1 ], [ %14, %11 ]
  %6 = load i8, i8* %5, align 1, !tbaa !4
  switch i8 %6, label %7 [
    i8 0, label %15
    i8 32, label %11
    i8 10, label %11
    i8 9, label %11
  ]

7:                                                ; preds = %2
  %8 = icmp eq i32 %4, 0
  %9 = zext i1 %8 to i32
  %10 = add nsw i32 %3, %9
  br label %11

11:                                               ; preds = %7, %2, %2, %2
  %12 = phi i32 [ %10, %7 ], [ %3, %2 ], [ %3, %2 ], [ %3, %2 ]
  %13 = phi i32 [ 1, %7 ], [ 0, %2 ], [ 0, %2 ], [ 0, %2 ]
  %14 = getelementptr inbounds i8, i8* %5, i64 1
  br label %2, !llvm.loop !7

15:                                               ; preds = %2
  ret i32 %3
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
