declare void @g()
define i32 @f(ptr %p) nounwind {
  %a = load i32, ptr %p
  call void @g()
  %b = add i32 %a, 1
  ret i32 %b
}
