source_filename = "c/parse_signed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @parse_signed(i8* nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = load i8, i8* %0, align 1, !tbaa !4
  switch i8 %2, label %4 [
    i8 45, label %5
    i8 43, label %3
  ]

3:                                                ; preds = %1
  br label %5

4:                                                ; preds = %1
  br label %5

5:                                                ; preds = %1, %4, %3
  %6 = phi i1 [ true, %3 ], [ false, %1 ], [ true, %4 ]
  %7 = phi i64 [ 1, %3 ], [ 1, %1 ], [ 0, %4 ]
  %8 = getelementptr inbounds i8, i8* %0, i64 %7
  %9 = load i8, i8* %8, align 1, !tbaa !4
  %10 = add i8 %9, -48
  %11 = icmp ult i8 %10, 10
  br i1 %11, label %12, label %30

12:                                               ; preds = %5, %12
  %13 = phi i64 [ %22, %12 ], [ %7, %5 ]
  %14 = phi i8 [ %24, %12 ], [ %9, %5 ]
  %15 = phi i32 [ %21, %12 ], [ 0, %5 ]
  %16 = zext i8 %14 to i32
  %17 = mul nsw i32 %15, 10
  %18 = add i32 %17, -48
  %19 = add i32 %18, %16
  %20 = icmp slt i32 %19, 32768
  %21 = select i1 %20, i32 %19, i32 32768
  %22 = add nuw nsw i64 %13, 1
  %23 = getelementptr inbounds i8, i8* %0, i64 %22
  %24 = load i8, i8* %23, align 1, !tbaa !4
  %25 = add i8 %24, -48
  %26 = icmp ult i8 %25, 10
  br i1 %26, label %12, label %27, !llvm.loop !7

27:                                               ; preds = %12
  %28 = sub nsw i32 0, %21
  %29 = icmp slt i32 %21, 32767
  br i1 %29, label %30, label %33

30:                                               ; preds = %5, %27
  %31 = phi i32 [ %28, %27 ], [ 0, %5 ]
  %32 = phi i32 [ %19, %27 ], [ 0, %5 ]
  br label %33

33:                                               ; preds = %27, %30
  %34 = phi i32 [ %31, %30 ], [ %28, %27 ]
  %35 = phi i32 [ %32, %30 ], [ 32767, %27 ]
  %36 = select i1 %6, i32 %35, i32 %34
  ret i32 %36
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
