define i32 @f(i32 %x) {
  %r = add i32 %x,
}
