; As rules.smt2, with a query that can be derived.
(declare-rel loop (Int Int))
(declare-rel error ())
(declare-var x Int)
(declare-var y Int)
(rule (loop 0 0))
(rule (=> (and (loop x y) (< x 10)) (loop (+ x 1) (+ y 2))) step)
(rule (=> (and (loop x y) (> y 5)) error))
(query error)
