source_filename = "c/counting_sort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree nosync nounwind uwtable
define dso_local void @counting_sort(i8* nocapture noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = alloca [16 x i32], align 16
  %4 = bitcast [16 x i32]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 64, i8* nonnull %4) #4
  call void @llvm.memset.p0i8.i64(i8* noundef nonnull align 16 dereferenceable(64) %4, i8 0, i64 64, i1 false), !tbaa !4
  %5 = icmp sgt i32 %1, 0
  br i1 %5, label %6, label %8

6:                                                ; preds = %2
  %7 = zext i32 %1 to i64
  br label %10

8:                                                ; preds = %10, %2
  %9 = sext i32 %1 to i64
  br label %22

10:                                               ; preds = %6, %10
  %11 = phi i64 [ 0, %6 ], [ %19, %10 ]
  %12 = getelementptr inbounds i8, i8* %0, i64 %11
  %13 = load i8, i8* %12, align 1, !tbaa !8
  %14 = and i8 %13, 15
  %15 = zext i8 %14 to i64
  %16 = getelementptr inbounds [16 x i32], [16 x i32]* %3, i64 0, i64 %15
  %17 = load i32, i32* %16, align 4, !tbaa !4
  %18 = add nsw i32 %17, 1
  store i32 %18, i32* %16, align 4, !tbaa !4
  %19 = add nuw nsw i64 %11, 1
  %20 = icmp eq i64 %19, %7
  br i1 %20, label %8, label %10, !llvm.loop !9

21:                                               ; preds = %44
  call void @llvm.lifetime.end.p0i8(i64 64, i8* nonnull %4) #4
  ret void

22:                                               ; preds = %8, %44
  %23 = phi i64 [ 0, %8 ], [ %46, %44 ]
  %24 = phi i32 [ 0, %8 ], [ %45, %44 ]
  %25 = getelementptr inbounds [16 x i32], [16 x i32]* %3, i64 0, i64 %23
  %26 = load i32, i32* %25, align 4, !tbaa !4
  %27 = icmp sgt i32 %26, 0
  %28 = icmp slt i32 %24, %1
  %29 = select i1 %27, i1 %28, i1 false
  br i1 %29, label %30, label %44

30:                                               ; preds = %22
  %31 = trunc i64 %23 to i8
  %32 = sext i32 %24 to i64
  %33 = getelementptr i8, i8* %0, i64 %32
  %34 = add nsw i32 %26, -1
  %35 = xor i32 %24, -1
  %36 = add i32 %35, %1
  %37 = icmp eq i32 %34, 0
  %38 = call i32 @llvm.umin.i32(i32 %36, i32 %34)
  %39 = select i1 %37, i32 0, i32 %38
  %40 = zext i32 %39 to i64
  %41 = add nuw nsw i64 %40, 1
  call void @llvm.memset.p0i8.i64(i8* noundef nonnull align 1 dereferenceable(1) %33, i8 %31, i64 %41, i1 false), !tbaa !8
  br label %48

42:                                               ; preds = %48
  %43 = trunc i64 %51 to i32
  br label %44

44:                                               ; preds = %42, %22
  %45 = phi i32 [ %24, %22 ], [ %43, %42 ]
  %46 = add nuw nsw i64 %23, 1
  %47 = icmp eq i64 %46, 16
  br i1 %47, label %21, label %22, !llvm.loop !12

48:                                               ; preds = %30, %48
  %49 = phi i64 [ %32, %30 ], [ %51, %48 ]
  %50 = phi i32 [ %26, %30 ], [ %52, %48 ]
  %51 = add nsw i64 %49, 1
  %52 = add nsw i32 %50, -1
  %53 = icmp ugt i32 %50, 1
  %54 = icmp slt i64 %51, %9
  %55 = select i1 %53, i1 %54, i1 false
  br i1 %55, label %48, label %42, !llvm.loop !13
}

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: argmemonly nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #2

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.umin.i32(i32, i32) #3

attributes #0 = { nofree nosync nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { argmemonly mustprogress nofree nosync nounwind willreturn }
attributes #2 = { argmemonly nofree nounwind willreturn writeonly }
attributes #3 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #4 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{!5, !5, i64 0}
!5 = !{!"int", !6, i64 0}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C/C++ TBAA"}
!8 = !{!6, !6, i64 0}
!9 = distinct !{!9, !10, !11}
!10 = !{!"llvm.loop.mustprogress"}
!11 = !{!"llvm.loop.unroll.disable"}
!12 = distinct !{!12, !10, !11}
!13 = distinct !{!13, !10, !11}
