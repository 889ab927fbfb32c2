source_filename = "c/call_outside.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local i32 @call_outside(i32 noundef %0) local_unnamed_addr #0 {
  %2 = icmp sgt i32 %0, 0
  br i1 %2, label %5, label %3

3:                                                ; preds = %13, %1
  %4 = phi i32 [ 0, %1 ], [ %14, %13 ]
  ret i32 %4

5:                                                ; preds = %1, %13
  %6 = phi i32 [ %16, %13 ], [ 0, %1 ]
  %7 = phi i32 [ %15, %13 ], [ 0, %1 ]
  %8 = phi i32 [ %14, %13 ], [ 0, %1 ]
  %9 = tail call i32 @next_token(i32 noundef %7) #2
  %10 = icmp slt i32 %9, 0
  br i1 %10, label %11, label %13

11:                                               ; preds = %5
  %12 = add i32 %8, 1
  tail call void @report(i32 noundef %9, i32 noundef %12) #2
  br label %13

13:                                               ; preds = %5, %11
  %14 = phi i32 [ %12, %11 ], [ %8, %5 ]
  %15 = phi i32 [ 0, %11 ], [ %9, %5 ]
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, %0
  br i1 %17, label %3, label %5, !llvm.loop !4
}

declare i32 @next_token(i32 noundef) local_unnamed_addr #1

declare void @report(i32 noundef, i32 noundef) local_unnamed_addr #1

attributes #0 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
