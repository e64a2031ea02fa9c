"""SGF (Smart Game Format, FF[4]): games of Go as programs and servers exchange them."""
