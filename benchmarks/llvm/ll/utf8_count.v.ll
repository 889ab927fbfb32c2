source_filename = "c/utf8_count.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @utf8_count(i8* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %84, label %4

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  %6 = icmp ult i32 %1, 8
  br i1 %6, label %81, label %7

7:                                                ; preds = %4
  %8 = and i64 %5, 4294967288
  %9 = add nsw i64 %8, -8
  %10 = lshr exact i64 %9, 3
  %11 = add nuw nsw i64 %10, 1
  %12 = and i64 %11, 1
  %13 = icmp eq i64 %9, 0
  br i1 %13, label %53, label %14

14:                                               ; preds = %7
  %15 = and i64 %11, 4611686018427387902
  br label %16

16:                                               ; preds = %16, %14
  %17 = phi i64 [ 0, %14 ], [ %50, %16 ]
  %18 = phi <4 x i32> [ zeroinitializer, %14 ], [ %48, %16 ]
  %19 = phi <4 x i32> [ zeroinitializer, %14 ], [ %49, %16 ]
  %20 = phi i64 [ 0, %14 ], [ %51, %16 ]
  %21 = getelementptr inbounds i8, i8* %0, i64 %17
  %22 = bitcast i8* %21 to <4 x i8>*
  %23 = load <4 x i8>, <4 x i8>* %22, align 1, !tbaa !4
  %24 = getelementptr inbounds i8, i8* %21, i64 4
  %25 = bitcast i8* %24 to <4 x i8>*
  %26 = load <4 x i8>, <4 x i8>* %25, align 1, !tbaa !4
  %27 = and <4 x i8> %23, <i8 -64, i8 -64, i8 -64, i8 -64>
  %28 = and <4 x i8> %26, <i8 -64, i8 -64, i8 -64, i8 -64>
  %29 = icmp ne <4 x i8> %27, <i8 -128, i8 -128, i8 -128, i8 -128>
  %30 = icmp ne <4 x i8> %28, <i8 -128, i8 -128, i8 -128, i8 -128>
  %31 = zext <4 x i1> %29 to <4 x i32>
  %32 = zext <4 x i1> %30 to <4 x i32>
  %33 = add <4 x i32> %18, %31
  %34 = add <4 x i32> %19, %32
  %35 = or i64 %17, 8
  %36 = getelementptr inbounds i8, i8* %0, i64 %35
  %37 = bitcast i8* %36 to <4 x i8>*
  %38 = load <4 x i8>, <4 x i8>* %37, align 1, !tbaa !4
  %39 = getelementptr inbounds i8, i8* %36, i64 4
  %40 = bitcast i8* %39 to <4 x i8>*
  %41 = load <4 x i8>, <4 x i8>* %40, align 1, !tbaa !4
  %42 = and <4 x i8> %38, <i8 -64, i8 -64, i8 -64, i8 -64>
  %43 = and <4 x i8> %41, <i8 -64, i8 -64, i8 -64, i8 -64>
  %44 = icmp ne <4 x i8> %42, <i8 -128, i8 -128, i8 -128, i8 -128>
  %45 = icmp ne <4 x i8> %43, <i8 -128, i8 -128, i8 -128, i8 -128>
  %46 = zext <4 x i1> %44 to <4 x i32>
  %47 = zext <4 x i1> %45 to <4 x i32>
  %48 = add <4 x i32> %33, %46
  %49 = add <4 x i32> %34, %47
  %50 = add nuw i64 %17, 16
  %51 = add i64 %20, 2
  %52 = icmp eq i64 %51, %15
  br i1 %52, label %53, label %16, !llvm.loop !7

53:                                               ; preds = %16, %7
  %54 = phi <4 x i32> [ undef, %7 ], [ %48, %16 ]
  %55 = phi <4 x i32> [ undef, %7 ], [ %49, %16 ]
  %56 = phi i64 [ 0, %7 ], [ %50, %16 ]
  %57 = phi <4 x i32> [ zeroinitializer, %7 ], [ %48, %16 ]
  %58 = phi <4 x i32> [ zeroinitializer, %7 ], [ %49, %16 ]
  %59 = icmp eq i64 %12, 0
  br i1 %59, label %75, label %60

60:                                               ; preds = %53
  %61 = getelementptr inbounds i8, i8* %0, i64 %56
  %62 = bitcast i8* %61 to <4 x i8>*
  %63 = load <4 x i8>, <4 x i8>* %62, align 1, !tbaa !4
  %64 = getelementptr inbounds i8, i8* %61, i64 4
  %65 = bitcast i8* %64 to <4 x i8>*
  %66 = load <4 x i8>, <4 x i8>* %65, align 1, !tbaa !4
  %67 = and <4 x i8> %63, <i8 -64, i8 -64, i8 -64, i8 -64>
  %68 = and <4 x i8> %66, <i8 -64, i8 -64, i8 -64, i8 -64>
  %69 = icmp ne <4 x i8> %67, <i8 -128, i8 -128, i8 -128, i8 -128>
  %70 = icmp ne <4 x i8> %68, <i8 -128, i8 -128, i8 -128, i8 -128>
  %71 = zext <4 x i1> %69 to <4 x i32>
  %72 = zext <4 x i1> %70 to <4 x i32>
  %73 = add <4 x i32> %57, %71
  %74 = add <4 x i32> %58, %72
  br label %75

75:                                               ; preds = %53, %60
  %76 = phi <4 x i32> [ %54, %53 ], [ %73, %60 ]
  %77 = phi <4 x i32> [ %55, %53 ], [ %74, %60 ]
  %78 = add <4 x i32> %77, %76
  %79 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %78)
  %80 = icmp eq i64 %8, %5
  br i1 %80, label %84, label %81

81:                                               ; preds = %4, %75
  %82 = phi i64 [ 0, %4 ], [ %8, %75 ]
  %83 = phi i32 [ 0, %4 ], [ %79, %75 ]
  br label %86

84:                                               ; preds = %86, %75, %2
  %85 = phi i32 [ 0, %2 ], [ %79, %75 ], [ %94, %86 ]
  ret i32 %85

86:                                               ; preds = %81, %86
  %87 = phi i64 [ %95, %86 ], [ %82, %81 ]
  %88 = phi i32 [ %94, %86 ], [ %83, %81 ]
  %89 = getelementptr inbounds i8, i8* %0, i64 %87
  %90 = load i8, i8* %89, align 1, !tbaa !4
  %91 = and i8 %90, -64
  %92 = icmp ne i8 %91, -128
  %93 = zext i1 %92 to i32
  %94 = add i32 %88, %93
  %95 = add nuw nsw i64 %87, 1
  %96 = icmp eq i64 %95, %5
  br i1 %96, label %84, label %86, !llvm.loop !10
}

; Function Attrs: nofree nosync nounwind readnone willreturn
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>) #1

attributes #0 = { nofree norecurse nosync nounwind readonly uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone willreturn }

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
!9 = !{!"llvm.loop.isvectorized", i32 1}
!10 = distinct !{!10, !8, !11, !9}
!11 = !{!"llvm.loop.unroll.runtime.disable"}
