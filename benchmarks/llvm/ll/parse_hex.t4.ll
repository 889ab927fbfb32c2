source_filename = "c/parse_hex.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local i32 @parse_hex(i8* nocapture noundef readonly %0, i32* nocapture noundef writeonly %1) local_unnamed_addr #0 {
  br label %3

3:                                                ; preds = %2, %17
  %4 = phi i64 [ 0, %2 ], [ %22, %17 ]
  %5 = phi i32 [ 0, %2 ], [ %21, %17 ]
  %6 = getelementptr inbounds i8, i8* %0, i64 %4
  %7 = load i8, i8* %6, align 1, !tbaa !4
  %8 = sext i8 %7 to i32
  %9 = add i8 %7, -48
  %10 = icmp ult i8 %9, 10
  br i1 %10, label %17, label %11

11:                                               ; preds = %3
  %12 = add i8 %7, -97
  %13 = icmp ult i8 %12, 6
  br i1 %13, label %17, label %14

14:                                               ; preds = %11
  %15 = add i8 %7, -65
  %16 = icmp ult i8 %15, 6
  br i1 %16, label %17, label %24

17:                                               ; preds = %14, %11, %3
  %18 = phi i32 [ -48, %3 ], [ -87, %11 ], [ -55, %14 ]
  %19 = add nsw i32 %18, %8
  %20 = shl i32 %5, 4
  %21 = or i32 %19, %20
  %22 = add nuw nsw i64 %4, 1
  %23 = icmp eq i64 %22, 8
  br i1 %23, label %26, label %3

24:                                               ; preds = %14
  %25 = trunc i64 %4 to i32
  br label %26

26:                                               ; preds = %17, %24
  %27 = phi i32 [ %25, %24 ], [ 8, %17 ]
  %28 = phi i32 [ %5, %24 ], [ %21, %17 ]
  store i32 %27, i32* %1, align 4, !tbaa !7
  ret i32 %28
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
!7 = !{!8, !8, i64 0}
!8 = !{!"int", !5, i64 0}
