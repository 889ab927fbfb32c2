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
  br i1 %7, label %134, label %8

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
  br i1 %30, label %134, label %31

31:                                               ; preds = %28
  %32 = icmp ugt i32 %1, 1
  br i1 %32, label %33, label %134

33:                                               ; preds = %31
  %34 = zext i32 %1 to i64
  %35 = add nsw i32 %2, 31
  %36 = icmp eq i32 %1, 2
  br i1 %36, label %134, label %37

37:                                               ; preds = %33
  %38 = urem i32 %0, 400
  %39 = icmp eq i32 %38, 0
  %40 = zext i1 %39 to i32
  %41 = and i32 %0, 3
  %42 = icmp ne i32 %41, 0
  %43 = urem i32 %0, 100
  %44 = icmp eq i32 %43, 0
  %45 = or i1 %42, %44
  %46 = add nsw i32 %2, 59
  %47 = add nsw i32 %2, 60
  %48 = add nsw i32 %46, %40
  %49 = select i1 %45, i32 %48, i32 %47
  %50 = icmp eq i32 %1, 3
  br i1 %50, label %134, label %51

51:                                               ; preds = %37
  %52 = add nsw i64 %34, -3
  %53 = icmp ult i64 %52, 8
  br i1 %53, label %121, label %54

54:                                               ; preds = %51
  %55 = and i64 %52, -8
  %56 = or i64 %55, 3
  %57 = insertelement <4 x i32> <i32 poison, i32 0, i32 0, i32 0>, i32 %49, i64 0
  %58 = add nsw i64 %55, -8
  %59 = lshr exact i64 %58, 3
  %60 = add nuw nsw i64 %59, 1
  %61 = and i64 %60, 1
  %62 = icmp eq i64 %58, 0
  br i1 %62, label %97, label %63

63:                                               ; preds = %54
  %64 = and i64 %60, 4611686018427387902
  br label %65

65:                                               ; preds = %65, %63
  %66 = phi i64 [ 0, %63 ], [ %92, %65 ]
  %67 = phi <4 x i32> [ %57, %63 ], [ %90, %65 ]
  %68 = phi <4 x i32> [ zeroinitializer, %63 ], [ %91, %65 ]
  %69 = phi i64 [ 0, %63 ], [ %93, %65 ]
  %70 = or i64 %66, 2
  %71 = getelementptr inbounds [12 x i8], [12 x i8]* @lengths, i64 0, i64 %70
  %72 = bitcast i8* %71 to <4 x i8>*
  %73 = load <4 x i8>, <4 x i8>* %72, align 1, !tbaa !4
  %74 = getelementptr inbounds i8, i8* %71, i64 4
  %75 = bitcast i8* %74 to <4 x i8>*
  %76 = load <4 x i8>, <4 x i8>* %75, align 1, !tbaa !4
  %77 = zext <4 x i8> %73 to <4 x i32>
  %78 = zext <4 x i8> %76 to <4 x i32>
  %79 = add <4 x i32> %67, %77
  %80 = add <4 x i32> %68, %78
  %81 = or i64 %66, 10
  %82 = getelementptr inbounds [12 x i8], [12 x i8]* @lengths, i64 0, i64 %81
  %83 = bitcast i8* %82 to <4 x i8>*
  %84 = load <4 x i8>, <4 x i8>* %83, align 1, !tbaa !4
  %85 = getelementptr inbounds i8, i8* %82, i64 4
  %86 = bitcast i8* %85 to <4 x i8>*
  %87 = load <4 x i8>, <4 x i8>* %86, align 1, !tbaa !4
  %88 = zext <4 x i8> %84 to <4 x i32>
  %89 = zext <4 x i8> %87 to <4 x i32>
  %90 = add <4 x i32> %79, %88
  %91 = add <4 x i32> %80, %89
  %92 = add nuw i64 %66, 16
  %93 = add i64 %69, 2
  %94 = icmp eq i64 %93, %64
  br i1 %94, label %95, label %65, !llvm.loop !7

95:                                               ; preds = %65
  %96 = or i64 %92, 2
  br label %97

97:                                               ; preds = %95, %54
  %98 = phi <4 x i32> [ undef, %54 ], [ %90, %95 ]
  %99 = phi <4 x i32> [ undef, %54 ], [ %91, %95 ]
  %100 = phi i64 [ 2, %54 ], [ %96, %95 ]
  %101 = phi <4 x i32> [ %57, %54 ], [ %90, %95 ]
  %102 = phi <4 x i32> [ zeroinitializer, %54 ], [ %91, %95 ]
  %103 = icmp eq i64 %61, 0
  br i1 %103, label %115, label %104

104:                                              ; preds = %97
  %105 = getelementptr inbounds [12 x i8], [12 x i8]* @lengths, i64 0, i64 %100
  %106 = bitcast i8* %105 to <4 x i8>*
  %107 = load <4 x i8>, <4 x i8>* %106, align 1, !tbaa !4
  %108 = getelementptr inbounds i8, i8* %105, i64 4
  %109 = bitcast i8* %108 to <4 x i8>*
  %110 = load <4 x i8>, <4 x i8>* %109, align 1, !tbaa !4
  %111 = zext <4 x i8> %107 to <4 x i32>
  %112 = zext <4 x i8> %110 to <4 x i32>
  %113 = add <4 x i32> %101, %111
  %114 = add <4 x i32> %102, %112
  br label %115

115:                                              ; preds = %97, %104
  %116 = phi <4 x i32> [ %98, %97 ], [ %113, %104 ]
  %117 = phi <4 x i32> [ %99, %97 ], [ %114, %104 ]
  %118 = add <4 x i32> %117, %116
  %119 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %118)
  %120 = icmp eq i64 %52, %55
  br i1 %120, label %134, label %121

121:                                              ; preds = %51, %115
  %122 = phi i64 [ 3, %51 ], [ %56, %115 ]
  %123 = phi i32 [ %49, %51 ], [ %119, %115 ]
  br label %124

124:                                              ; preds = %121, %124
  %125 = phi i64 [ %132, %124 ], [ %122, %121 ]
  %126 = phi i32 [ %131, %124 ], [ %123, %121 ]
  %127 = add nsw i64 %125, -1
  %128 = getelementptr inbounds [12 x i8], [12 x i8]* @lengths, i64 0, i64 %127
  %129 = load i8, i8* %128, align 1, !tbaa !4
  %130 = zext i8 %129 to i32
  %131 = add nsw i32 %126, %130
  %132 = add nuw nsw i64 %125, 1
  %133 = icmp eq i64 %132, %34
  br i1 %133, label %134, label %124, !llvm.loop !11

134:                                              ; preds = %124, %115, %33, %37, %31, %28, %3
  %135 = phi i32 [ 0, %3 ], [ 0, %28 ], [ %2, %31 ], [ %35, %33 ], [ %49, %37 ], [ %119, %115 ], [ %131, %124 ]
  ret i32 %135
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
!4 = !{!5, !5, i64 0}
!5 = !{!"omnipotent char", !6, i64 0}
!6 = !{!"Simple C/C++ TBAA"}
!7 = distinct !{!7, !8, !9, !10}
!8 = !{!"llvm.loop.mustprogress"}
!9 = !{!"llvm.loop.peeled.count", i32 2}
!10 = !{!"llvm.loop.isvectorized", i32 1}
!11 = distinct !{!11, !8, !9, !12, !10}
!12 = !{!"llvm.loop.unroll.runtime.disable"}
