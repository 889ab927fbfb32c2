source_filename = "c/parse_ipv4.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @parse_ipv4(i8* nocapture noundef readonly %0) local_unnamed_addr #0 {
  br label %2

2:                                                ; preds = %1, %40
  %3 = phi i32 [ 0, %1 ], [ %42, %40 ]
  %4 = phi i32 [ 0, %1 ], [ %35, %40 ]
  %5 = phi i8* [ %0, %1 ], [ %41, %40 ]
  %6 = load i8, i8* %5, align 1, !tbaa !4
  %7 = icmp sgt i8 %6, 47
  br i1 %7, label %8, label %48

8:                                                ; preds = %2, %16
  %9 = phi i8 [ %23, %16 ], [ %6, %2 ]
  %10 = phi i32 [ %22, %16 ], [ 0, %2 ]
  %11 = phi i32 [ %20, %16 ], [ 0, %2 ]
  %12 = phi i8* [ %21, %16 ], [ %5, %2 ]
  %13 = icmp ult i8 %9, 58
  %14 = icmp ult i32 %10, 3
  %15 = select i1 %13, i1 %14, i1 false
  br i1 %15, label %16, label %25

16:                                               ; preds = %8
  %17 = zext i8 %9 to i32
  %18 = mul i32 %11, 10
  %19 = add i32 %18, -48
  %20 = add i32 %19, %17
  %21 = getelementptr inbounds i8, i8* %12, i64 1
  %22 = add nuw nsw i32 %10, 1
  %23 = load i8, i8* %21, align 1, !tbaa !4
  %24 = icmp sgt i8 %23, 47
  br i1 %24, label %8, label %25, !llvm.loop !7

25:                                               ; preds = %8, %16
  %26 = phi i8* [ %12, %8 ], [ %21, %16 ]
  %27 = phi i32 [ %11, %8 ], [ %20, %16 ]
  %28 = phi i32 [ %10, %8 ], [ 1, %16 ]
  %29 = phi i8 [ %9, %8 ], [ %23, %16 ]
  %30 = icmp eq i32 %28, 0
  %31 = icmp ugt i32 %27, 255
  %32 = select i1 %30, i1 true, i1 %31
  br i1 %32, label %48, label %33

33:                                               ; preds = %25
  %34 = shl i32 %4, 8
  %35 = or i32 %27, %34
  %36 = icmp ult i32 %3, 3
  br i1 %36, label %37, label %40

37:                                               ; preds = %33
  %38 = icmp eq i8 %29, 46
  %39 = getelementptr inbounds i8, i8* %26, i64 1
  br i1 %38, label %40, label %48

40:                                               ; preds = %33, %37
  %41 = phi i8* [ %39, %37 ], [ %26, %33 ]
  %42 = add nuw nsw i32 %3, 1
  %43 = icmp eq i32 %42, 4
  br i1 %43, label %44, label %2, !llvm.loop !10

44:                                               ; preds = %40
  %45 = load i8, i8* %41, align 1, !tbaa !4
  %46 = icmp eq i8 %45, 0
  %47 = select i1 %46, i32 %35, i32 0
  br label %48

48:                                               ; preds = %2, %25, %37, %44
  %49 = phi i32 [ %47, %44 ], [ 0, %37 ], [ 0, %25 ], [ 0, %2 ]
  ret i32 %49
}

attributes #0 = { nofree norecurse nosync nounwind readonly uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

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
