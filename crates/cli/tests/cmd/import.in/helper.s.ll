define internal i32 @h(ptr %p) nounwind willreturn {
  %a = load i32, ptr %p
  call void @g()
  ret i32 %a
}
declare void @g()
define i32 @f(ptr %p) nounwind {
  %a = call i32 @h(ptr %p)
  %b = add i32 %a, 1
  ret i32 %b
}
