(declare-fun x () Int)
(declare-fun y () Int)
(assert (= x (+ y y 1)))
