source_filename = "c/factorial.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readnone uwtable
define dso_local i32 @factorial(i32 noundef %0) local_unnamed_addr #0 {
  %2 = icmp ugt i32 %0, 1
  br i1 %2, label %3, label %7

3:                                                ; preds = %1
  %4 = add i32 %0, -2
  %5 = call i32 @llvm.umin.i32(i32 %4, i32 997)
  %6 = add nuw nsw i32 %5, 2
  br label %9

7:                                                ; preds = %9, %1
  %8 = phi i32 [ 1, %1 ], [ %12, %9 ]
  ret i32 %8

9:                                                ; preds = %3, %9
  %10 = phi i32 [ %13, %9 ], [ 2, %3 ]
  %11 = phi i32 [ %12, %9 ], [ 1, %3 ]
  %12 = mul i32 %10, %11
  %13 = add nuw nsw i32 %10, 1
  %14 = icmp eq i32 %10, %6
  br i1 %14, label %7, label %9, !llvm.loop !4
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.umin.i32(i32, i32) #1

attributes #0 = { nofree norecurse nosync nounwind readnone uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
