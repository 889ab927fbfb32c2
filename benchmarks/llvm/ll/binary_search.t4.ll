source_filename = "c/binary_search.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @binary_search(i32* nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = icmp slt i32 %1, 1
  br i1 %4, label %24, label %5

5:                                                ; preds = %3
  %6 = add nsw i32 %1, -1
  br label %7

7:                                                ; preds = %5, %17
  %8 = phi i32 [ %22, %17 ], [ 0, %5 ]
  %9 = phi i32 [ %21, %17 ], [ %6, %5 ]
  %10 = sub nsw i32 %9, %8
  %11 = sdiv i32 %10, 2
  %12 = add nsw i32 %11, %8
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds i32, i32* %0, i64 %13
  %15 = load i32, i32* %14, align 4, !tbaa !4
  %16 = icmp eq i32 %15, %2
  br i1 %16, label %24, label %17

17:                                               ; preds = %7
  %18 = icmp slt i32 %15, %2
  %19 = add nsw i32 %12, 1
  %20 = add nsw i32 %12, -1
  %21 = select i1 %18, i32 %9, i32 %20
  %22 = select i1 %18, i32 %19, i32 %8
  %23 = icmp slt i32 %21, %22
  br i1 %23, label %24, label %7

24:                                               ; preds = %17, %7, %3
  %25 = phi i32 [ -1, %3 ], [ %12, %7 ], [ -1, %17 ]
  ret i32 %25
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
