(assert (exists ((x Real)) (forall ((y Real)) (<= y x))))
