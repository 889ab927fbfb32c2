; Bodies with quantifiers and lets, a query without `=> false`, a predicate without arguments.
(set-logic HORN)
(declare-fun start () Bool)
(declare-fun p (Int) Bool)
(assert start)
(assert (forall ((x Int)) (=> (and start (exists ((y Int)) (and (= x (* 2 y)) (> y 0)))) (p x))))
(assert (forall ((x Int)) (let ((z (+ x 2))) (=> (p x) (p z)))))
(assert (not (exists ((x Int)) (and (p x) (= (mod x 2) 1)))))
(check-sat)
