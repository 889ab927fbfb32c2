; Figure 2 (b): int a = *; int b = *; while (*) { int c = a - b; a = c; }
define i32 @figure2() {
entry:
  %a0 = freeze i32 poison
  %b = freeze i32 poison
  br label %head

head:
  %a = phi i32 [ %a0, %entry ], [ %c, %body ]
  %go = freeze i1 poison
  br i1 %go, label %body, label %end

body:
  %c = sub i32 %a, %b
  br label %head

end:
  ret i32 %a
}
