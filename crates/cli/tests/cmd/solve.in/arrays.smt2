(declare-fun a () (Array Int Int))
(assert (exists ((i Int)) (< (select a i) 0)))
