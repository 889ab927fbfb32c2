source_filename = "c/call_outside.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @call_outside(i32 noundef %0) local_unnamed_addr #0 {
  br label %2

2:                                                ; preds = %9, %1
  %.02 = phi i32 [ 0, %1 ], [ %.13, %9 ]
  %.01 = phi i32 [ 0, %1 ], [ %.1, %9 ]
  %.0 = phi i32 [ 0, %1 ], [ %10, %9 ]
  %3 = icmp slt i32 %.0, %0
  br i1 %3, label %4, label %11

4:                                                ; preds = %2
  %5 = call i32 @next_token(i32 noundef %.02) #2
  %6 = icmp slt i32 %5, 0
  br i1 %6, label %7, label %9

7:                                                ; preds = %4
  %8 = add i32 %.01, 1
  call void @report(i32 noundef %5, i32 noundef %8) #2
  br label %9

9:                                                ; preds = %4, %7
  %.13 = phi i32 [ 0, %7 ], [ %5, %4 ]
  %.1 = phi i32 [ %8, %7 ], [ %.01, %4 ]
  %10 = add nuw nsw i32 %.0, 1
  br label %2, !llvm.loop !5

11:                                               ; preds = %2
  ret i32 %.01
}

declare i32 @next_token(i32 noundef) local_unnamed_addr #1

declare void @report(i32 noundef, i32 noundef) local_unnamed_addr #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
