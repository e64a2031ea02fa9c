"""SGF (Smart Game Format, FF[4]), the exchange format of Go programs and servers."""
