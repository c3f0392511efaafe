package library

import (
	"context"
	"math"
	"strconv"
	"time"

	"github.com/gomodule/redigo/redis"

	"roundtrip/driver/internal/clock"
	"roundtrip/driver/internal/protocol"
)

type redigoClient struct {
	pool    *redis.Pool
	data    *Data
	maxWait time.Duration
	isWarm  bool
	// Arguments as the library takes them: converting each would allocate.
	keys, values []any
	ttl          any
}

func openRedigo(order *protocol.Order, data *Data, dial Dial) *redigoClient {
	c := order.Client.Connections
	pool := redigoPool(order)
	options := redigoOptions(order, dial)
	pool.DialContext = func(ctx context.Context) (redis.Conn, error) {
		return redis.DialContext(ctx, "tcp", address(order.Access.Socket), options...)
	}
	return &redigoClient{
		pool:    pool,
		data:    data,
		maxWait: milliseconds(c.MaxWaitMs),
		isWarm:  c.Kind == "pooled" && c.Warm,
		keys:    boxed(data.Keys),
		values:  boxed(data.Values),
		ttl:     strconv.Itoa(data.TTLMs),
	}
}

// redigoPool is the pool of a scenario; a connection per request is a pool that keeps none.
func redigoPool(order *protocol.Order) *redis.Pool {
	c := order.Client.Connections
	if c.Kind == "perRequest" {
		return &redis.Pool{}
	}
	pool := &redis.Pool{
		MaxActive:       c.MaxTotal,
		MaxIdle:         c.MaxIdle,
		Wait:            c.BlockWhenExhausted,
		IdleTimeout:     milliseconds(c.IdleTimeoutMs),
		MaxConnLifetime: milliseconds(c.MaxLifetimeMs),
	}
	if c.TestOnBorrow {
		pool.TestOnBorrow = func(conn redis.Conn, _ time.Time) error {
			_, err := conn.Do("PING")
			return err
		}
	}
	return pool
}

func redigoOptions(order *protocol.Order, dial Dial) []redis.DialOption {
	options := []redis.DialOption{
		redis.DialContextFunc(asContextDialer(dial)),
		redis.DialReadTimeout(milliseconds(order.Client.IO.ReplyTimeoutMs)),
		redis.DialDatabase(order.Access.Database),
	}
	if order.Access.Password != "" {
		options = append(options,
			redis.DialUsername(order.Access.Username), redis.DialPassword(order.Access.Password))
	}
	return options
}

// Warm borrows all connections at once. The pool keeps at most MaxIdle of them.
func (c *redigoClient) Warm() error {
	if !c.isWarm {
		// The first connection shows whether Redis answers.
		return c.borrow(1)
	}
	return c.borrow(c.pool.MaxActive)
}

func (c *redigoClient) borrow(count int) error {
	borrowed := make([]redis.Conn, 0, count)
	defer func() {
		for _, conn := range borrowed {
			_ = conn.Close()
		}
	}()
	for range count {
		conn, err := c.pool.GetContext(context.Background())
		if err != nil {
			return err
		}
		borrowed = append(borrowed, conn)
		if _, err := conn.Do("PING"); err != nil {
			return err
		}
	}
	return nil
}

// Close closes all connections.
func (c *redigoClient) Close() {
	_ = c.pool.Close()
}

func (c *redigoClient) Session() Session { return &redigoSession{client: c} }

type redigoSession struct {
	client     *redigoClient
	borrowedNs int64
	arguments  []any
}

func (s *redigoSession) BorrowedNs() int64 { return s.borrowedNs }

// borrow takes a connection of the pool. Its error shows with the first command.
func (s *redigoSession) borrow() redis.Conn {
	c := s.client
	var conn redis.Conn
	if c.maxWait == 0 {
		conn = c.pool.Get()
	} else {
		ctx, cancel := context.WithTimeout(context.Background(), c.maxWait)
		conn, _ = c.pool.GetContext(ctx)
		cancel()
	}
	s.borrowedNs = clock.Now()
	return conn
}

// command puts a call into the caller's own arguments, which the library does not keep.
func (s *redigoSession) command(call Call) (string, []any) {
	c := s.client
	if call.Value == Get {
		s.arguments = append(s.arguments[:0], c.keys[call.Key])
		return "GET", s.arguments
	}
	s.arguments = append(s.arguments[:0], c.keys[call.Key], c.values[call.Value], "PX", c.ttl)
	return "SET", s.arguments
}

// Single sends one command.
func (s *redigoSession) Single(call Call) error {
	conn := s.borrow()
	name, arguments := s.command(call)
	_, err := conn.Do(name, arguments...)
	_ = conn.Close()
	return err
}

// MultiGet sends MGET.
func (s *redigoSession) MultiGet(calls []Call) error {
	s.arguments = s.arguments[:0]
	for _, call := range calls {
		s.arguments = append(s.arguments, s.client.keys[call.Key])
	}
	return s.do("MGET")
}

// MultiSet sends MSET, which has no expiry.
func (s *redigoSession) MultiSet(calls []Call) error {
	s.arguments = s.arguments[:0]
	for _, call := range calls {
		s.arguments = append(s.arguments, s.client.keys[call.Key], s.client.values[call.Value])
	}
	return s.do("MSET")
}

func (s *redigoSession) do(name string) error {
	conn := s.borrow()
	_, err := conn.Do(name, s.arguments...)
	_ = conn.Close()
	return err
}

// Pipeline sends all commands, flushes, and receives all replies.
func (s *redigoSession) Pipeline(calls []Call) error {
	conn := s.borrow()
	err := s.send(conn, calls)
	if err == nil {
		err = flushAndReceive(conn, len(calls))
	}
	_ = conn.Close()
	return err
}

// Transaction sends EXEC with the rest, or after the queued replies.
func (s *redigoSession) Transaction(calls []Call, roundTrips int) error {
	conn := s.borrow()
	err := conn.Send("MULTI")
	if err == nil {
		err = s.send(conn, calls)
	}
	if err == nil && roundTrips > 1 {
		err = flushAndReceive(conn, 1+len(calls))
	}
	if err == nil {
		_, err = conn.Do("EXEC")
	}
	_ = conn.Close()
	return err
}

func (s *redigoSession) send(conn redis.Conn, calls []Call) error {
	for _, call := range calls {
		name, arguments := s.command(call)
		if err := conn.Send(name, arguments...); err != nil {
			return err
		}
	}
	return nil
}

func flushAndReceive(conn redis.Conn, replies int) error {
	err := conn.Flush()
	for range replies {
		if _, replyErr := conn.Receive(); replyErr != nil && err == nil {
			err = replyErr
		}
	}
	return err
}

// milliseconds as a duration; fractions count.
func milliseconds(ms float64) time.Duration {
	return time.Duration(math.Round(ms * float64(time.Millisecond)))
}

// microseconds as a duration; fractions count.
func microseconds(us float64) time.Duration {
	return time.Duration(math.Round(us * float64(time.Microsecond)))
}

func boxed(all []string) []any {
	values := make([]any, len(all))
	for i, each := range all {
		values[i] = each
	}
	return values
}
