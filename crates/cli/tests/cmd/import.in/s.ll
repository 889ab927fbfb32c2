; What is allowed.
define i32 @double(i32 noundef %x) {
  %r = add i32 %x, %x
  ret i32 %r
}

define i32 @half_of_double(i32 noundef %x) {
  %d = add i32 %x, %x
  %r = udiv i32 %d, 2
  ret i32 %r
}

define i8 @there_and_back(i8 noundef %x) {
  ret i8 %x
}

define double @float(double noundef %x) {
  ret double %x
}

define i8 @"first.of"(ptr noundef %p) {
  %v = load i8, ptr %p, align 1
  ret i8 %v
}
