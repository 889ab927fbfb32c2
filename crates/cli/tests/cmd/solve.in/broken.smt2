(declare-fun x () Int)
(assert (< x z))
