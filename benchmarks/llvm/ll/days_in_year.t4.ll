source_filename = "c/days_in_year.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@lengths = internal unnamed_addr constant [12 x i8] c"\1F\1C\1F\1E\1F\1E\1F\1F\1E\1F\1E\1F", align 1

; Function Attrs: nofree norecurse nosync nounwind readnone uwtable
define dso_local i32 @days_in_year(i32 noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = add i32 %1, -13
  %5 = icmp ult i32 %4, -12
  %6 = icmp eq i32 %2, 0
  %7 = or i1 %5, %6
  br i1 %7, label %61, label %8

8:                                                ; preds = %3
  %9 = add nsw i32 %1, -1
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds [12 x i8], [12 x i8]* @lengths, i64 0, i64 %10
  %12 = load i8, i8* %11, align 1, !tbaa !4
  %13 = zext i8 %12 to i32
  %14 = icmp eq i32 %1, 2
  br i1 %14, label %15, label %28

15:                                               ; preds = %8
  %16 = and i32 %0, 3
  %17 = icmp ne i32 %16, 0
  %18 = urem i32 %0, 100
  %19 = icmp eq i32 %18, 0
  %20 = or i1 %17, %19
  br i1 %20, label %23, label %21

21:                                               ; preds = %15
  %22 = add nuw nsw i32 %13, 1
  br label %28

23:                                               ; preds = %15
  %24 = urem i32 %0, 400
  %25 = icmp eq i32 %24, 0
  %26 = zext i1 %25 to i32
  %27 = add nuw nsw i32 %13, %26
  br label %28

28:                                               ; preds = %23, %21, %8
  %29 = phi i32 [ %13, %8 ], [ %22, %21 ], [ %27, %23 ]
  %30 = icmp ult i32 %29, %2
  br i1 %30, label %61, label %31

31:                                               ; preds = %28
  %32 = icmp ugt i32 %1, 1
  br i1 %32, label %33, label %61

33:                                               ; preds = %31
  %34 = and i32 %0, 3
  %35 = icmp ne i32 %34, 0
  %36 = urem i32 %0, 100
  %37 = icmp eq i32 %36, 0
  %38 = or i1 %35, %37
  %39 = urem i32 %0, 400
  %40 = icmp eq i32 %39, 0
  %41 = zext i1 %40 to i32
  %42 = zext i32 %1 to i64
  br label %43

43:                                               ; preds = %33, %57
  %44 = phi i64 [ 1, %33 ], [ %59, %57 ]
  %45 = phi i32 [ %2, %33 ], [ %58, %57 ]
  %46 = add nsw i64 %44, -1
  %47 = getelementptr inbounds [12 x i8], [12 x i8]* @lengths, i64 0, i64 %46
  %48 = load i8, i8* %47, align 1, !tbaa !4
  %49 = zext i8 %48 to i32
  %50 = add nsw i32 %45, %49
  %51 = icmp eq i64 %44, 2
  br i1 %51, label %52, label %57

52:                                               ; preds = %43
  br i1 %38, label %55, label %53

53:                                               ; preds = %52
  %54 = add nsw i32 %50, 1
  br label %57

55:                                               ; preds = %52
  %56 = add nsw i32 %50, %41
  br label %57

57:                                               ; preds = %55, %53, %43
  %58 = phi i32 [ %50, %43 ], [ %54, %53 ], [ %56, %55 ]
  %59 = add nuw nsw i64 %44, 1
  %60 = icmp eq i64 %59, %42
  br i1 %60, label %61, label %43, !llvm.loop !7

61:                                               ; preds = %57, %31, %28, %3
  %62 = phi i32 [ 0, %3 ], [ 0, %28 ], [ %2, %31 ], [ %58, %57 ]
  ret i32 %62
}

attributes #0 = { nofree norecurse nosync nounwind readnone uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

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
