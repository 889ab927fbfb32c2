source_filename = "c/comment_strip.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @comment_strip(i8* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  br label %12

6:                                                ; preds = %35, %2
  %7 = phi i32 [ 0, %2 ], [ %36, %35 ]
  %8 = phi i32 [ 0, %2 ], [ %37, %35 ]
  %9 = icmp eq i32 %8, 1
  %10 = zext i1 %9 to i32
  %11 = add nsw i32 %7, %10
  ret i32 %11

12:                                               ; preds = %4, %35
  %13 = phi i64 [ 0, %4 ], [ %38, %35 ]
  %14 = phi i32 [ 0, %4 ], [ %37, %35 ]
  %15 = phi i32 [ 0, %4 ], [ %36, %35 ]
  %16 = getelementptr inbounds i8, i8* %0, i64 %13
  %17 = load i8, i8* %16, align 1, !tbaa !4
  switch i32 %14, label %35 [
    i32 0, label %18
    i32 1, label %24
    i32 2, label %29
    i32 3, label %32
  ]

18:                                               ; preds = %12
  %19 = icmp eq i8 %17, 47
  %20 = xor i1 %19, true
  %21 = zext i1 %20 to i32
  %22 = add nsw i32 %15, %21
  %23 = zext i1 %19 to i32
  br label %35

24:                                               ; preds = %12
  %25 = icmp eq i8 %17, 42
  %26 = add nsw i32 %15, 2
  %27 = select i1 %25, i32 %15, i32 %26
  %28 = select i1 %25, i32 2, i32 0
  br label %35

29:                                               ; preds = %12
  %30 = icmp eq i8 %17, 42
  %31 = select i1 %30, i32 3, i32 2
  br label %35

32:                                               ; preds = %12
  switch i8 %17, label %33 [
    i8 47, label %35
    i8 42, label %34
  ]

33:                                               ; preds = %32
  br label %35

34:                                               ; preds = %32
  br label %35

35:                                               ; preds = %24, %18, %29, %32, %34, %33, %12
  %36 = phi i32 [ %15, %12 ], [ %15, %33 ], [ %15, %29 ], [ %15, %32 ], [ %15, %34 ], [ %22, %18 ], [ %27, %24 ]
  %37 = phi i32 [ %14, %12 ], [ 2, %33 ], [ %31, %29 ], [ 0, %32 ], [ 3, %34 ], [ %23, %18 ], [ %28, %24 ]
  %38 = add nuw nsw i64 %13, 1
  %39 = icmp eq i64 %38, %5
  br i1 %39, label %6, label %12, !llvm.loop !7
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
