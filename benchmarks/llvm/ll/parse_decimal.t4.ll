source_filename = "c/parse_decimal.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @parse_decimal(i8* nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = load i8, i8* %0, align 1, !tbaa !4
  %3 = add i8 %2, -48
  %4 = icmp ult i8 %3, 10
  br i1 %4, label %5, label %21

5:                                                ; preds = %1, %11
  %6 = phi i8 [ %18, %11 ], [ %2, %1 ]
  %7 = phi i32 [ %16, %11 ], [ 0, %1 ]
  %8 = phi i32 [ %15, %11 ], [ 0, %1 ]
  %9 = phi i8* [ %17, %11 ], [ %0, %1 ]
  %10 = icmp eq i32 %7, 9
  br i1 %10, label %21, label %11

11:                                               ; preds = %5
  %12 = zext i8 %6 to i32
  %13 = mul nsw i32 %8, 10
  %14 = add i32 %13, -48
  %15 = add i32 %14, %12
  %16 = add nuw nsw i32 %7, 1
  %17 = getelementptr inbounds i8, i8* %9, i64 1
  %18 = load i8, i8* %17, align 1, !tbaa !4
  %19 = add i8 %18, -48
  %20 = icmp ult i8 %19, 10
  br i1 %20, label %5, label %21, !llvm.loop !7

21:                                               ; preds = %5, %11, %1
  %22 = phi i32 [ -1, %1 ], [ -1, %5 ], [ %15, %11 ]
  ret i32 %22
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
