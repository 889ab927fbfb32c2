source_filename = "c/tokenizer.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @tokenizer(i8* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %112

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  br label %6

6:                                                ; preds = %4, %108
  %7 = phi i32 [ %110, %108 ], [ 0, %4 ]
  %8 = phi i32 [ %109, %108 ], [ 0, %4 ]
  %9 = sext i32 %7 to i64
  %10 = getelementptr inbounds i8, i8* %0, i64 %9
  %11 = load i8, i8* %10, align 1, !tbaa !4
  switch i8 %11, label %12 [
    i8 0, label %112
    i8 32, label %36
    i8 13, label %36
    i8 10, label %36
    i8 9, label %36
  ]

12:                                               ; preds = %6
  %13 = add i8 %11, -97
  %14 = icmp ult i8 %13, 26
  br i1 %14, label %29, label %15

15:                                               ; preds = %12
  %16 = add i8 %11, -65
  %17 = icmp ult i8 %16, 26
  %18 = icmp eq i8 %11, 95
  %19 = or i1 %18, %17
  br i1 %19, label %29, label %20

20:                                               ; preds = %15
  %21 = add i8 %11, -48
  %22 = icmp ult i8 %21, 10
  br i1 %22, label %26, label %23

23:                                               ; preds = %20
  %24 = icmp eq i8 %11, 34
  %25 = add nsw i32 %7, 1
  br i1 %24, label %34, label %106

26:                                               ; preds = %20
  %27 = add nsw i32 %7, 1
  %28 = call i32 @llvm.smax.i32(i32 %1, i32 %27)
  br label %66

29:                                               ; preds = %15, %12
  %30 = add nsw i32 %7, 1
  %31 = icmp slt i32 %30, %1
  br i1 %31, label %32, label %63

32:                                               ; preds = %29
  %33 = sext i32 %30 to i64
  br label %38

34:                                               ; preds = %23
  %35 = icmp slt i32 %25, %1
  br i1 %35, label %91, label %112

36:                                               ; preds = %6, %6, %6, %6
  %37 = add nsw i32 %7, 1
  br label %108

38:                                               ; preds = %32, %50
  %39 = phi i64 [ %33, %32 ], [ %51, %50 ]
  %40 = getelementptr inbounds i8, i8* %0, i64 %39
  %41 = load i8, i8* %40, align 1, !tbaa !4
  switch i8 %41, label %42 [
    i8 0, label %57
    i8 32, label %57
    i8 13, label %57
    i8 10, label %57
    i8 9, label %57
  ]

42:                                               ; preds = %38
  %43 = add i8 %41, -97
  %44 = icmp ult i8 %43, 26
  br i1 %44, label %50, label %45

45:                                               ; preds = %42
  %46 = add i8 %41, -65
  %47 = icmp ult i8 %46, 26
  %48 = icmp eq i8 %41, 95
  %49 = or i1 %48, %47
  br i1 %49, label %50, label %53

50:                                               ; preds = %45, %42, %54
  %51 = add nsw i64 %39, 1
  %52 = icmp eq i64 %51, %5
  br i1 %52, label %63, label %38

53:                                               ; preds = %45
  switch i8 %41, label %54 [
    i8 0, label %61
    i8 32, label %61
    i8 13, label %61
    i8 10, label %61
    i8 9, label %61
  ]

54:                                               ; preds = %53
  %55 = add i8 %41, -48
  %56 = icmp ult i8 %55, 10
  br i1 %56, label %50, label %59

57:                                               ; preds = %38, %38, %38, %38, %38
  %58 = trunc i64 %39 to i32
  br label %63

59:                                               ; preds = %54
  %60 = trunc i64 %39 to i32
  br label %63

61:                                               ; preds = %53, %53, %53, %53, %53
  %62 = trunc i64 %39 to i32
  br label %63

63:                                               ; preds = %50, %57, %59, %61, %29
  %64 = phi i32 [ %30, %29 ], [ %58, %57 ], [ %60, %59 ], [ %62, %61 ], [ %1, %50 ]
  %65 = add nsw i32 %8, 1
  br label %108

66:                                               ; preds = %26, %73
  %67 = phi i64 [ %9, %26 ], [ %68, %73 ]
  %68 = add nsw i64 %67, 1
  %69 = icmp slt i64 %68, %5
  br i1 %69, label %70, label %88

70:                                               ; preds = %66
  %71 = getelementptr inbounds i8, i8* %0, i64 %68
  %72 = load i8, i8* %71, align 1, !tbaa !4
  switch i8 %72, label %73 [
    i8 0, label %86
    i8 32, label %86
    i8 13, label %86
    i8 10, label %86
    i8 9, label %86
  ]

73:                                               ; preds = %70
  %74 = add i8 %72, -48
  %75 = icmp ult i8 %74, 10
  br i1 %75, label %66, label %76

76:                                               ; preds = %73
  %77 = trunc i64 %68 to i32
  switch i8 %72, label %78 [
    i8 0, label %88
    i8 32, label %88
    i8 13, label %88
    i8 10, label %88
    i8 9, label %88
  ]

78:                                               ; preds = %76
  %79 = add i8 %72, -97
  %80 = icmp ult i8 %79, 26
  br i1 %80, label %112, label %81

81:                                               ; preds = %78
  %82 = add i8 %72, -65
  %83 = icmp ult i8 %82, 26
  %84 = icmp eq i8 %72, 95
  %85 = or i1 %84, %83
  br i1 %85, label %112, label %88

86:                                               ; preds = %70, %70, %70, %70, %70
  %87 = trunc i64 %68 to i32
  br label %88

88:                                               ; preds = %66, %86, %81, %76, %76, %76, %76, %76
  %89 = phi i32 [ %77, %81 ], [ %77, %76 ], [ %77, %76 ], [ %77, %76 ], [ %77, %76 ], [ %77, %76 ], [ %87, %86 ], [ %28, %66 ]
  %90 = add nsw i32 %8, 1
  br label %108

91:                                               ; preds = %34, %99
  %92 = phi i32 [ %101, %99 ], [ %25, %34 ]
  %93 = phi i32 [ %100, %99 ], [ %7, %34 ]
  %94 = sext i32 %92 to i64
  %95 = getelementptr inbounds i8, i8* %0, i64 %94
  %96 = load i8, i8* %95, align 1, !tbaa !4
  switch i8 %96, label %99 [
    i8 34, label %103
    i8 92, label %97
  ]

97:                                               ; preds = %91
  %98 = add nsw i32 %93, 2
  br label %99

99:                                               ; preds = %91, %97
  %100 = phi i32 [ %98, %97 ], [ %92, %91 ]
  %101 = add nsw i32 %100, 1
  %102 = icmp slt i32 %101, %1
  br i1 %102, label %91, label %112, !llvm.loop !7

103:                                              ; preds = %91
  %104 = add nsw i32 %93, 2
  %105 = add nsw i32 %8, 1
  br label %108

106:                                              ; preds = %23
  %107 = add nsw i32 %8, 1
  br label %108

108:                                              ; preds = %36, %63, %88, %103, %106
  %109 = phi i32 [ %107, %106 ], [ %105, %103 ], [ %90, %88 ], [ %65, %63 ], [ %8, %36 ]
  %110 = phi i32 [ %25, %106 ], [ %104, %103 ], [ %89, %88 ], [ %64, %63 ], [ %37, %36 ]
  %111 = icmp slt i32 %110, %1
  br i1 %111, label %6, label %112, !llvm.loop !10

112:                                              ; preds = %108, %78, %81, %6, %34, %99, %2
  %113 = phi i32 [ 0, %2 ], [ -2, %99 ], [ -2, %34 ], [ %109, %108 ], [ -1, %78 ], [ -1, %81 ], [ %8, %6 ]
  ret i32 %113
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.smax.i32(i32, i32) #1

attributes #0 = { nofree norecurse nosync nounwind readonly uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }

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
!10 = distinct !{!10, !8, !9}
