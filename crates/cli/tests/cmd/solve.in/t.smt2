(declare-fun x () Int)
(declare-fun y () Int)
(assert (and (< y x) (> y 0)))
