; What is done.
define i32 @double(i32 noundef %x) {
  %r = shl i32 %x, 1
  ret i32 %r
}

define i32 @half_of_double(i32 noundef %x) {
  ret i32 %x
}

define i8 @there_and_back(i8 noundef %x) {
  %a = add i8 %x, -128
  %r = add i8 %a, -128
  ret i8 %r
}

define double @float(double noundef %x) {
  ret double %x
}

define i8 @"first.of"(ptr noundef %p) {
  %v = load i8, ptr %p, align 1
  %r = xor i8 %v, 1
  ret i8 %r
}
