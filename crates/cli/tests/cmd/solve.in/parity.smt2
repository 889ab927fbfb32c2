; Every integer is twice another one, or one more.
(set-logic LIA)
(assert (forall ((x Int)) (exists ((y Int)) (or (= x (* 2 y)) (= x (+ (* 2 y) 1))))))
(check-sat)
