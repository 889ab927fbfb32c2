(set-logic HORN)
(assert (forall ((x Int)) (=> (> x 0) (p x))))
