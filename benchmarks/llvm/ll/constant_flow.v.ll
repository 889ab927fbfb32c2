source_filename = "c/constant_flow.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readnone uwtable
define dso_local i32 @constant_flow(i32 noundef %0) local_unnamed_addr #0 {
  %2 = icmp sgt i32 %0, 0
  br i1 %2, label %3, label %61

3:                                                ; preds = %1
  %4 = icmp ult i32 %0, 8
  br i1 %4, label %51, label %5

5:                                                ; preds = %3
  %6 = and i32 %0, -8
  %7 = add i32 %6, -8
  %8 = lshr exact i32 %7, 3
  %9 = add nuw nsw i32 %8, 1
  %10 = and i32 %9, 1
  %11 = icmp eq i32 %7, 0
  br i1 %11, label %32, label %12

12:                                               ; preds = %5
  %13 = and i32 %9, 1073741822
  br label %14

14:                                               ; preds = %14, %12
  %15 = phi <4 x i32> [ <i32 0, i32 1, i32 2, i32 3>, %12 ], [ %29, %14 ]
  %16 = phi <4 x i32> [ zeroinitializer, %12 ], [ %27, %14 ]
  %17 = phi <4 x i32> [ zeroinitializer, %12 ], [ %28, %14 ]
  %18 = phi i32 [ 0, %12 ], [ %30, %14 ]
  %19 = add <4 x i32> %15, <i32 4, i32 4, i32 4, i32 4>
  %20 = and <4 x i32> %15, <i32 7, i32 7, i32 7, i32 7>
  %21 = and <4 x i32> %19, <i32 7, i32 7, i32 7, i32 7>
  %22 = add <4 x i32> %20, %16
  %23 = add <4 x i32> %21, %17
  %24 = add <4 x i32> %15, <i32 4, i32 4, i32 4, i32 4>
  %25 = and <4 x i32> %15, <i32 7, i32 7, i32 7, i32 7>
  %26 = and <4 x i32> %24, <i32 7, i32 7, i32 7, i32 7>
  %27 = add <4 x i32> %25, %22
  %28 = add <4 x i32> %26, %23
  %29 = add <4 x i32> %15, <i32 16, i32 16, i32 16, i32 16>
  %30 = add i32 %18, 2
  %31 = icmp eq i32 %30, %13
  br i1 %31, label %32, label %14, !llvm.loop !4

32:                                               ; preds = %14, %5
  %33 = phi <4 x i32> [ undef, %5 ], [ %27, %14 ]
  %34 = phi <4 x i32> [ undef, %5 ], [ %28, %14 ]
  %35 = phi <4 x i32> [ <i32 0, i32 1, i32 2, i32 3>, %5 ], [ %29, %14 ]
  %36 = phi <4 x i32> [ zeroinitializer, %5 ], [ %27, %14 ]
  %37 = phi <4 x i32> [ zeroinitializer, %5 ], [ %28, %14 ]
  %38 = icmp eq i32 %10, 0
  br i1 %38, label %45, label %39

39:                                               ; preds = %32
  %40 = add <4 x i32> %35, <i32 4, i32 4, i32 4, i32 4>
  %41 = and <4 x i32> %35, <i32 7, i32 7, i32 7, i32 7>
  %42 = and <4 x i32> %40, <i32 7, i32 7, i32 7, i32 7>
  %43 = add <4 x i32> %41, %36
  %44 = add <4 x i32> %42, %37
  br label %45

45:                                               ; preds = %32, %39
  %46 = phi <4 x i32> [ %33, %32 ], [ %43, %39 ]
  %47 = phi <4 x i32> [ %34, %32 ], [ %44, %39 ]
  %48 = add <4 x i32> %47, %46
  %49 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %48)
  %50 = icmp eq i32 %6, %0
  br i1 %50, label %61, label %51

51:                                               ; preds = %3, %45
  %52 = phi i32 [ 0, %3 ], [ %6, %45 ]
  %53 = phi i32 [ 0, %3 ], [ %49, %45 ]
  br label %54

54:                                               ; preds = %51, %54
  %55 = phi i32 [ %59, %54 ], [ %52, %51 ]
  %56 = phi i32 [ %58, %54 ], [ %53, %51 ]
  %57 = and i32 %55, 7
  %58 = add nuw nsw i32 %57, %56
  %59 = add nuw nsw i32 %55, 1
  %60 = icmp eq i32 %59, %0
  br i1 %60, label %61, label %54, !llvm.loop !7

61:                                               ; preds = %54, %45, %1
  %62 = phi i32 [ 0, %1 ], [ %49, %45 ], [ %58, %54 ]
  ret i32 %62
}

; Function Attrs: nofree nosync nounwind readnone willreturn
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>) #1

attributes #0 = { nofree norecurse nosync nounwind readnone uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone willreturn }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.isvectorized", i32 1}
!7 = distinct !{!7, !5, !8, !6}
!8 = !{!"llvm.loop.unroll.runtime.disable"}
