source_filename = "c/utf8_valid.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @utf8_valid(i8* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %36

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  %6 = zext i32 %1 to i64
  br label %7

7:                                                ; preds = %4, %31
  %8 = phi i64 [ 0, %4 ], [ %33, %31 ]
  %9 = phi i1 [ true, %4 ], [ %34, %31 ]
  %10 = phi i32 [ 0, %4 ], [ %32, %31 ]
  %11 = getelementptr inbounds i8, i8* %0, i64 %8
  %12 = load i8, i8* %11, align 1, !tbaa !4
  %13 = icmp sgt i32 %10, 0
  br i1 %13, label %14, label %19

14:                                               ; preds = %7
  %15 = and i8 %12, -64
  %16 = icmp eq i8 %15, -128
  br i1 %16, label %17, label %36

17:                                               ; preds = %14
  %18 = add nsw i32 %10, -1
  br label %31

19:                                               ; preds = %7
  %20 = zext i8 %12 to i32
  %21 = icmp sgt i8 %12, -1
  br i1 %21, label %31, label %22

22:                                               ; preds = %19
  %23 = and i32 %20, 224
  %24 = icmp eq i32 %23, 192
  br i1 %24, label %31, label %25

25:                                               ; preds = %22
  %26 = and i32 %20, 240
  %27 = icmp eq i32 %26, 224
  br i1 %27, label %31, label %28

28:                                               ; preds = %25
  %29 = and i32 %20, 248
  %30 = icmp eq i32 %29, 240
  br i1 %30, label %31, label %36

31:                                               ; preds = %28, %25, %22, %19, %17
  %32 = phi i32 [ %18, %17 ], [ 0, %19 ], [ 1, %22 ], [ 2, %25 ], [ 3, %28 ]
  %33 = add nuw nsw i64 %8, 1
  %34 = icmp ult i64 %33, %5
  %35 = icmp eq i64 %33, %6
  br i1 %35, label %36, label %7, !llvm.loop !7

36:                                               ; preds = %31, %14, %28, %2
  %37 = phi i1 [ false, %2 ], [ %9, %28 ], [ %9, %14 ], [ %34, %31 ]
  %38 = phi i32 [ 0, %2 ], [ 0, %28 ], [ 1, %14 ], [ %32, %31 ]
  %39 = icmp eq i32 %38, 0
  %40 = xor i1 %37, true
  %41 = select i1 %40, i1 %39, i1 false
  %42 = zext i1 %41 to i32
  ret i32 %42
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
