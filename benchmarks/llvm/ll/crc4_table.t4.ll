source_filename = "c/crc4_table.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@table = internal unnamed_addr constant [16 x i8] c"\00\03\06\05\0C\0F\0A\09\0B\08\0D\0E\07\04\01\02", align 16

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @crc4_table(i8* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %8

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  br label %10

6:                                                ; preds = %10
  %7 = zext i8 %25 to i32
  br label %8

8:                                                ; preds = %6, %2
  %9 = phi i32 [ %7, %6 ], [ 0, %2 ]
  ret i32 %9

10:                                               ; preds = %4, %10
  %11 = phi i64 [ 0, %4 ], [ %27, %10 ]
  %12 = phi i64 [ 0, %4 ], [ %26, %10 ]
  %13 = getelementptr inbounds i8, i8* %0, i64 %11
  %14 = load i8, i8* %13, align 1, !tbaa !4
  %15 = lshr i8 %14, 4
  %16 = zext i8 %15 to i64
  %17 = and i64 %12, 15
  %18 = xor i64 %17, %16
  %19 = getelementptr inbounds [16 x i8], [16 x i8]* @table, i64 0, i64 %18
  %20 = load i8, i8* %19, align 1, !tbaa !4
  %21 = xor i8 %20, %14
  %22 = and i8 %21, 15
  %23 = zext i8 %22 to i64
  %24 = getelementptr inbounds [16 x i8], [16 x i8]* @table, i64 0, i64 %23
  %25 = load i8, i8* %24, align 1, !tbaa !4
  %26 = zext i8 %25 to i64
  %27 = add nuw nsw i64 %11, 1
  %28 = icmp eq i64 %27, %5
  br i1 %28, label %6, label %10, !llvm.loop !7
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
