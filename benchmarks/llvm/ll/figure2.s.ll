; Figure 2 (a) of papers/003: int a = *; int b = *; while (*) { a = a + b; } and then a is seen.
define i32 @figure2() {
entry:
  %a0 = freeze i32 poison
  %b = freeze i32 poison
  br label %head

head:
  %a = phi i32 [ %a0, %entry ], [ %next, %body ]
  %go = freeze i1 poison
  br i1 %go, label %body, label %end

body:
  %next = add i32 %a, %b
  br label %head

end:
  ret i32 %a
}
