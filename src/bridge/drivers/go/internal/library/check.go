package library

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"roundtrip/driver/internal/protocol"
)

// check finds what a library lacks. The plan of the page refuses the same before; this is the last line.
func check(order *protocol.Order) error {
	built := Versions()[order.Library]
	if built == nil {
		return fmt.Errorf("This driver has no library named %s.", order.Library)
	}
	if !contains(built, order.Version) {
		return fmt.Errorf("This driver was built with %s %s, not %s.",
			order.Library, strings.Join(built, " and "), order.Version)
	}
	if order.Runtime != "goroutines" {
		return errors.New("Go clients run goroutines only.")
	}
	if len(order.Keys) == 0 {
		return errors.New("The order has no keys.")
	}
	if len(order.Access.Nodes) > 0 {
		return errors.New("This driver has no clients of a cluster.")
	}
	var lacks []lack
	switch order.Library {
	case "redigo":
		lacks = redigoLacks(order)
	case "goRedis":
		if strings.HasPrefix(order.Version, "8.") {
			lacks = goRedis8Lacks(order)
		} else {
			lacks = goRedis9Lacks(order)
		}
	case "rueidis":
		lacks = rueidisLacks(order)
	}
	for _, each := range lacks {
		if each.isAsked {
			return fmt.Errorf("%s %s has no %s.", order.Library, order.Version, each.option)
		}
	}
	return nil
}

// lack is an option that a library does not have, and whether the order asks for it.
type lack struct {
	option  string
	isAsked bool
}

// poolLacks are options of commons-pool2 that none of the Go pools has.
func poolLacks(c protocol.Connections) []lack {
	return []lack{
		{"test of new connections (testOnCreate)", c.TestOnCreate},
		{"test of returned connections (testOnReturn)", c.TestOnReturn},
		{"test of idle connections (testWhileIdle)", c.TestWhileIdle},
		{"evictor (timeBetweenEvictionRunsMs)", c.TimeBetweenEvictionRunsMs > 0},
		{"wrapped connections (wrap)", c.Wrap},
	}
}

func redigoLacks(order *protocol.Order) []lack {
	c := order.Client.Connections
	return append(poolLacks(c),
		lack{"shared connections", c.Kind == "shared"},
		lack{"writer goroutine", order.Client.IO.Kind != "blocking"},
		lack{"buffer size other than 4096 bytes", !isOneOf(order.Client.IO.BufferBytes, 0, 4096)},
		lack{"minimum of idle connections (minIdle)", c.MinIdle > 0},
		lack{"first-in-first-out order of idle connections", c.Order == "fifo"},
		lack{"look at the socket before use (checkOnGet)", c.CheckOnGet == "peek"},
		lack{"retries", order.Client.Retry.MaxRetries > 0},
	)
}

func goRedisPoolLacks(order *protocol.Order) []lack {
	c := order.Client.Connections
	return append(poolLacks(c),
		lack{"connection per request", c.Kind == "perRequest"},
		lack{"test of borrowed connections (testOnBorrow)", c.TestOnBorrow},
		lack{"way to fail at once when no connection is free (blockWhenExhausted)",
			c.Kind == "pooled" && !c.BlockWhenExhausted},
		lack{"pool that opens idle connections later than at once (fillInBackground)",
			c.MinIdle > 0 && !c.FillInBackground},
	)
}

func goRedis8Lacks(order *protocol.Order) []lack {
	c := order.Client.Connections
	return append(goRedisPoolLacks(order),
		lack{"shared connections", c.Kind == "shared"},
		lack{"writer goroutine", order.Client.IO.Kind != "blocking"},
		lack{"buffer size other than 4096 bytes", !isOneOf(order.Client.IO.BufferBytes, 0, 4096)},
		lack{"maximum of idle connections below the pool's size (maxIdle)",
			c.Kind == "pooled" && c.MaxIdle < c.MaxTotal},
		lack{"look at the socket before use (checkOnGet)", c.CheckOnGet == "peek"},
	)
}

func goRedis9Lacks(order *protocol.Order) []lack {
	c, io := order.Client.Connections, order.Client.IO
	isShared := c.Kind == "shared"
	return append(goRedisPoolLacks(order),
		lack{"shared connection without a writer goroutine (AutoPipeline)", isShared && io.Kind != "writerReader"},
		lack{"writer goroutine with pooled connections", !isShared && io.Kind != "blocking"},
		lack{"AutoPipeline on several connections", isShared && c.Count != 1},
		lack{"AutoPipeline without a largest batch (maxBatch)", isShared && io.MaxBatch < 1},
		lack{"AutoPipeline for requests of several commands", isShared && order.Workload.Batch.Kind != "none"},
		lack{"pool without idle connections (maxIdle 0)", c.Kind == "pooled" && c.MaxIdle < 1},
	)
}

func rueidisLacks(order *protocol.Order) []lack {
	c, io := order.Client.Connections, order.Client.IO
	isShared := c.Kind == "shared"
	return append(poolLacks(c),
		lack{"connection per request", c.Kind == "perRequest"},
		lack{"shared connections without a writer goroutine", isShared && io.Kind != "writerReader"},
		lack{"writer goroutine with pooled connections", !isShared && io.Kind != "blocking"},
		lack{"largest batch (maxBatch)", isShared && io.MaxBatch > 0},
		lack{"number of shared connections that is no power of two, or above 256",
			isShared && (!isPowerOfTwo(c.Count) || c.Count > 256)},
		lack{"ring whose size is no power of two from 2 on",
			isShared && (!isPowerOfTwo(io.RingSize) || io.RingSize < 2)},
		lack{"test of borrowed connections (testOnBorrow)", c.TestOnBorrow},
		lack{"minimum of idle connections (minIdle)", c.MinIdle > 0},
		lack{"maximum of idle connections below the pool's size (maxIdle)",
			c.Kind == "pooled" && c.MaxIdle < c.MaxTotal},
		lack{"first-in-first-out order of idle connections", c.Order == "fifo"},
		lack{"maximum wait for a connection (maxWaitMs)", c.MaxWaitMs > 0},
		lack{"way to fail at once when no connection is free (blockWhenExhausted)",
			c.Kind == "pooled" && !c.BlockWhenExhausted},
		lack{"maximum idle time (idleTimeoutMs)", c.IdleTimeoutMs > 0},
		lack{"look at the socket before use (checkOnGet)", c.CheckOnGet == "peek"},
		lack{"limited number of retries", order.Client.Retry.MaxRetries > 0},
	)
}

func isPowerOfTwo(n int) bool { return n > 0 && bits.OnesCount(uint(n)) == 1 }

// log2 of a power of two.
func log2(n int) int { return bits.TrailingZeros(uint(n)) }

func isOneOf(n int, allowed ...int) bool { return contains(allowed, n) }

func contains[T comparable](all []T, one T) bool {
	for _, each := range all {
		if each == one {
			return true
		}
	}
	return false
}
