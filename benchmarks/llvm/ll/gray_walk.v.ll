source_filename = "c/gray_walk.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readnone uwtable
define dso_local i32 @gray_walk(i32 noundef %0) local_unnamed_addr #0 {
  %2 = icmp eq i32 %0, 0
  br i1 %2, label %39, label %3

3:                                                ; preds = %1
  %4 = icmp ult i32 %0, 8
  br i1 %4, label %36, label %5

5:                                                ; preds = %3
  %6 = and i32 %0, -8
  br label %7

7:                                                ; preds = %7, %5
  %8 = phi i32 [ 0, %5 ], [ %29, %7 ]
  %9 = phi <4 x i32> [ zeroinitializer, %5 ], [ %27, %7 ]
  %10 = phi <4 x i32> [ zeroinitializer, %5 ], [ %28, %7 ]
  %11 = phi <4 x i32> [ <i32 0, i32 1, i32 2, i32 3>, %5 ], [ %30, %7 ]
  %12 = add <4 x i32> %11, <i32 4, i32 4, i32 4, i32 4>
  %13 = lshr <4 x i32> %11, <i32 1, i32 1, i32 1, i32 1>
  %14 = lshr <4 x i32> %12, <i32 1, i32 1, i32 1, i32 1>
  %15 = xor <4 x i32> %13, %11
  %16 = xor <4 x i32> %14, %12
  %17 = and <4 x i32> %15, <i32 4, i32 4, i32 4, i32 4>
  %18 = and <4 x i32> %16, <i32 4, i32 4, i32 4, i32 4>
  %19 = icmp eq <4 x i32> %17, zeroinitializer
  %20 = icmp eq <4 x i32> %18, zeroinitializer
  %21 = mul <4 x i32> %15, <i32 3, i32 3, i32 3, i32 3>
  %22 = mul <4 x i32> %16, <i32 3, i32 3, i32 3, i32 3>
  %23 = sub <4 x i32> zeroinitializer, %15
  %24 = sub <4 x i32> zeroinitializer, %16
  %25 = select <4 x i1> %19, <4 x i32> %23, <4 x i32> %21
  %26 = select <4 x i1> %20, <4 x i32> %24, <4 x i32> %22
  %27 = add <4 x i32> %25, %9
  %28 = add <4 x i32> %26, %10
  %29 = add nuw i32 %8, 8
  %30 = add <4 x i32> %11, <i32 8, i32 8, i32 8, i32 8>
  %31 = icmp eq i32 %29, %6
  br i1 %31, label %32, label %7, !llvm.loop !4

32:                                               ; preds = %7
  %33 = add <4 x i32> %28, %27
  %34 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %33)
  %35 = icmp eq i32 %6, %0
  br i1 %35, label %39, label %36

36:                                               ; preds = %3, %32
  %37 = phi i32 [ 0, %3 ], [ %34, %32 ]
  %38 = phi i32 [ 0, %3 ], [ %6, %32 ]
  br label %41

39:                                               ; preds = %41, %32, %1
  %40 = phi i32 [ 0, %1 ], [ %34, %32 ], [ %51, %41 ]
  ret i32 %40

41:                                               ; preds = %36, %41
  %42 = phi i32 [ %51, %41 ], [ %37, %36 ]
  %43 = phi i32 [ %52, %41 ], [ %38, %36 ]
  %44 = lshr i32 %43, 1
  %45 = xor i32 %44, %43
  %46 = and i32 %45, 4
  %47 = icmp eq i32 %46, 0
  %48 = mul i32 %45, 3
  %49 = sub i32 0, %45
  %50 = select i1 %47, i32 %49, i32 %48
  %51 = add i32 %50, %42
  %52 = add nuw i32 %43, 1
  %53 = icmp eq i32 %52, %0
  br i1 %53, label %39, label %41, !llvm.loop !7
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
