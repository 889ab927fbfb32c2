source_filename = "c/count_lines.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @count_lines(i8* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %87, label %4

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  %6 = icmp ult i32 %1, 8
  br i1 %6, label %78, label %7

7:                                                ; preds = %4
  %8 = and i64 %5, 4294967288
  %9 = add nsw i64 %8, -8
  %10 = lshr exact i64 %9, 3
  %11 = add nuw nsw i64 %10, 1
  %12 = and i64 %11, 1
  %13 = icmp eq i64 %9, 0
  br i1 %13, label %49, label %14

14:                                               ; preds = %7
  %15 = and i64 %11, 4611686018427387902
  br label %16

16:                                               ; preds = %16, %14
  %17 = phi i64 [ 0, %14 ], [ %46, %16 ]
  %18 = phi <4 x i32> [ zeroinitializer, %14 ], [ %44, %16 ]
  %19 = phi <4 x i32> [ zeroinitializer, %14 ], [ %45, %16 ]
  %20 = phi i64 [ 0, %14 ], [ %47, %16 ]
  %21 = getelementptr inbounds i8, i8* %0, i64 %17
  %22 = bitcast i8* %21 to <4 x i8>*
  %23 = load <4 x i8>, <4 x i8>* %22, align 1, !tbaa !4
  %24 = getelementptr inbounds i8, i8* %21, i64 4
  %25 = bitcast i8* %24 to <4 x i8>*
  %26 = load <4 x i8>, <4 x i8>* %25, align 1, !tbaa !4
  %27 = icmp eq <4 x i8> %23, <i8 10, i8 10, i8 10, i8 10>
  %28 = icmp eq <4 x i8> %26, <i8 10, i8 10, i8 10, i8 10>
  %29 = zext <4 x i1> %27 to <4 x i32>
  %30 = zext <4 x i1> %28 to <4 x i32>
  %31 = add <4 x i32> %18, %29
  %32 = add <4 x i32> %19, %30
  %33 = or i64 %17, 8
  %34 = getelementptr inbounds i8, i8* %0, i64 %33
  %35 = bitcast i8* %34 to <4 x i8>*
  %36 = load <4 x i8>, <4 x i8>* %35, align 1, !tbaa !4
  %37 = getelementptr inbounds i8, i8* %34, i64 4
  %38 = bitcast i8* %37 to <4 x i8>*
  %39 = load <4 x i8>, <4 x i8>* %38, align 1, !tbaa !4
  %40 = icmp eq <4 x i8> %36, <i8 10, i8 10, i8 10, i8 10>
  %41 = icmp eq <4 x i8> %39, <i8 10, i8 10, i8 10, i8 10>
  %42 = zext <4 x i1> %40 to <4 x i32>
  %43 = zext <4 x i1> %41 to <4 x i32>
  %44 = add <4 x i32> %31, %42
  %45 = add <4 x i32> %32, %43
  %46 = add nuw i64 %17, 16
  %47 = add i64 %20, 2
  %48 = icmp eq i64 %47, %15
  br i1 %48, label %49, label %16, !llvm.loop !7

49:                                               ; preds = %16, %7
  %50 = phi <4 x i8> [ undef, %7 ], [ %39, %16 ]
  %51 = phi <4 x i32> [ undef, %7 ], [ %44, %16 ]
  %52 = phi <4 x i32> [ undef, %7 ], [ %45, %16 ]
  %53 = phi i64 [ 0, %7 ], [ %46, %16 ]
  %54 = phi <4 x i32> [ zeroinitializer, %7 ], [ %44, %16 ]
  %55 = phi <4 x i32> [ zeroinitializer, %7 ], [ %45, %16 ]
  %56 = icmp eq i64 %12, 0
  br i1 %56, label %70, label %57

57:                                               ; preds = %49
  %58 = getelementptr inbounds i8, i8* %0, i64 %53
  %59 = bitcast i8* %58 to <4 x i8>*
  %60 = load <4 x i8>, <4 x i8>* %59, align 1, !tbaa !4
  %61 = getelementptr inbounds i8, i8* %58, i64 4
  %62 = bitcast i8* %61 to <4 x i8>*
  %63 = load <4 x i8>, <4 x i8>* %62, align 1, !tbaa !4
  %64 = icmp eq <4 x i8> %60, <i8 10, i8 10, i8 10, i8 10>
  %65 = icmp eq <4 x i8> %63, <i8 10, i8 10, i8 10, i8 10>
  %66 = zext <4 x i1> %64 to <4 x i32>
  %67 = zext <4 x i1> %65 to <4 x i32>
  %68 = add <4 x i32> %54, %66
  %69 = add <4 x i32> %55, %67
  br label %70

70:                                               ; preds = %49, %57
  %71 = phi <4 x i8> [ %50, %49 ], [ %63, %57 ]
  %72 = phi <4 x i32> [ %51, %49 ], [ %68, %57 ]
  %73 = phi <4 x i32> [ %52, %49 ], [ %69, %57 ]
  %74 = add <4 x i32> %73, %72
  %75 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %74)
  %76 = icmp eq i64 %8, %5
  %77 = extractelement <4 x i8> %71, i64 3
  br i1 %76, label %81, label %78

78:                                               ; preds = %4, %70
  %79 = phi i64 [ 0, %4 ], [ %8, %70 ]
  %80 = phi i32 [ 0, %4 ], [ %75, %70 ]
  br label %89

81:                                               ; preds = %89, %70
  %82 = phi i8 [ %77, %70 ], [ %93, %89 ]
  %83 = phi i32 [ %75, %70 ], [ %96, %89 ]
  %84 = icmp ne i8 %82, 10
  %85 = zext i1 %84 to i32
  %86 = add i32 %83, %85
  br label %87

87:                                               ; preds = %81, %2
  %88 = phi i32 [ %86, %81 ], [ 0, %2 ]
  ret i32 %88

89:                                               ; preds = %78, %89
  %90 = phi i64 [ %97, %89 ], [ %79, %78 ]
  %91 = phi i32 [ %96, %89 ], [ %80, %78 ]
  %92 = getelementptr inbounds i8, i8* %0, i64 %90
  %93 = load i8, i8* %92, align 1, !tbaa !4
  %94 = icmp eq i8 %93, 10
  %95 = zext i1 %94 to i32
  %96 = add i32 %91, %95
  %97 = add nuw nsw i64 %90, 1
  %98 = icmp eq i64 %97, %5
  br i1 %98, label %81, label %89, !llvm.loop !10
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
