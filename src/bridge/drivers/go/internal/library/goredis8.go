package library

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/go-redis/redis/v8"

	"roundtrip/driver/internal/protocol"
)

type goRedis8Client struct {
	client       *redis.Client
	data         *Data
	connections  int
	keys, values []any
	ttl          any
}

func openGoRedis8(order *protocol.Order, data *Data, dial Dial) *goRedis8Client {
	options := goRedis8Options(order)
	options.Dialer = asContextDialer(dial)
	return &goRedis8Client{
		client:      redis.NewClient(options),
		data:        data,
		connections: warmConnections(order),
		keys:        boxed(data.Keys),
		values:      boxed(data.Values),
		ttl:         strconv.Itoa(data.TTLMs),
	}
}

func goRedis8Options(order *protocol.Order) *redis.Options {
	client := order.Client
	c := client.Connections
	return &redis.Options{
		Addr:            address(order.Access.Socket),
		Username:        order.Access.Username,
		Password:        order.Access.Password,
		DB:              order.Access.Database,
		PoolSize:        c.MaxTotal,
		MinIdleConns:    c.MinIdle,
		PoolFIFO:        c.Order == "fifo",
		PoolTimeout:     orForever(c.MaxWaitMs),
		IdleTimeout:     orNone(c.IdleTimeoutMs),
		MaxConnAge:      milliseconds(c.MaxLifetimeMs),
		ReadTimeout:     orNone(client.IO.ReplyTimeoutMs),
		MaxRetries:      retriesOrNone(client.Retry.MaxRetries),
		MinRetryBackoff: orNone(client.Retry.MinBackoffMs),
		MaxRetryBackoff: orNone(client.Retry.MaxBackoffMs),
	}
}

// warmConnections is how many connections are opened before a run; the first shows whether Redis answers.
func warmConnections(order *protocol.Order) int {
	if c := order.Client.Connections; c.Kind == "pooled" && c.Warm {
		return c.MaxTotal
	}
	return 1
}

// orNone is a limit in the language of go-redis: −1 is none, 0 its default.
func orNone(ms float64) time.Duration {
	if ms == 0 {
		return -1
	}
	return milliseconds(ms)
}

// orForever is a wait that has no other way to be without a limit.
func orForever(ms float64) time.Duration {
	if ms == 0 {
		return 24 * time.Hour
	}
	return milliseconds(ms)
}

func retriesOrNone(retries int) int {
	if retries == 0 {
		return -1
	}
	return retries
}

// Warm opens as many connections as the pool has, with a PING on each.
func (c *goRedis8Client) Warm() error {
	conns := make([]*redis.Conn, c.connections)
	errs := make([]error, c.connections)
	var pings sync.WaitGroup
	for i := range conns {
		conns[i] = c.client.Conn(context.Background())
		pings.Go(func() { errs[i] = conns[i].Ping(context.Background()).Err() })
	}
	pings.Wait()
	for _, conn := range conns {
		_ = conn.Close()
	}
	return firstOf(errs)
}

// Close closes all connections.
func (c *goRedis8Client) Close() {
	_ = c.client.Close()
}

func (c *goRedis8Client) Session() Session {
	return &goRedis8Session{client: c}
}

// goRedis8Session borrows a connection of the pool for each request.
type goRedis8Session struct {
	client    *goRedis8Client
	key       borrowedKey
	arguments []any
}

func (s *goRedis8Session) BorrowedNs() int64 { return s.key.atNs }

// command puts a call into arguments; the key of a request's first command notes when it is encoded.
func (s *goRedis8Session) command(arguments []any, call Call, isFirst bool) []any {
	c := s.client
	key := c.keys[call.Key]
	if isFirst {
		key = s.key.use(c.data.Keys[call.Key])
	}
	if call.Value == Get {
		return append(arguments, "get", key)
	}
	return append(arguments, "set", key, c.values[call.Value], "px", c.ttl)
}

// Single sends one command.
func (s *goRedis8Session) Single(call Call) error {
	ctx := context.Background()
	s.arguments = s.command(s.arguments[:0], call, true)
	if call.Value == Get {
		return found8(s.client.client.Process(ctx, redis.NewStringCmd(ctx, s.arguments...)))
	}
	return s.client.client.Process(ctx, redis.NewStatusCmd(ctx, s.arguments...))
}

// MultiGet sends MGET.
func (s *goRedis8Session) MultiGet(calls []Call) error {
	c, ctx := s.client, context.Background()
	s.arguments = append(s.arguments[:0], "mget", s.key.use(c.data.Keys[calls[0].Key]))
	for _, call := range calls[1:] {
		s.arguments = append(s.arguments, c.keys[call.Key])
	}
	return found8(c.client.Process(ctx, redis.NewSliceCmd(ctx, s.arguments...)))
}

// MultiSet sends MSET, which has no expiry.
func (s *goRedis8Session) MultiSet(calls []Call) error {
	c, ctx := s.client, context.Background()
	s.arguments = append(s.arguments[:0], "mset", s.key.use(c.data.Keys[calls[0].Key]), c.values[calls[0].Value])
	for _, call := range calls[1:] {
		s.arguments = append(s.arguments, c.keys[call.Key], c.values[call.Value])
	}
	return c.client.Process(ctx, redis.NewStatusCmd(ctx, s.arguments...))
}

// Pipeline sends all commands in one pipeline.
func (s *goRedis8Session) Pipeline(calls []Call) error {
	return s.execute(s.client.client.Pipeline(), calls)
}

// Transaction sends MULTI … EXEC with TxPipeline, or on a connection of its own with EXEC apart.
func (s *goRedis8Session) Transaction(calls []Call, roundTrips int) error {
	if roundTrips == 1 {
		return s.execute(s.client.client.TxPipeline(), calls)
	}
	ctx := context.Background()
	conn := s.client.client.Conn(context.Background())
	defer conn.Close()
	pipeline := conn.Pipeline()
	_ = pipeline.Process(ctx, redis.NewStatusCmd(ctx, "multi"))
	for i, call := range calls {
		// Each reply is QUEUED.
		_ = pipeline.Process(ctx, redis.NewStatusCmd(ctx, s.command(nil, call, i == 0)...))
	}
	if _, err := pipeline.Exec(ctx); err != nil {
		return err
	}
	return found8(conn.Process(ctx, redis.NewSliceCmd(ctx, "exec")))
}

func (s *goRedis8Session) execute(pipeline redis.Pipeliner, calls []Call) error {
	ctx := context.Background()
	for i, call := range calls {
		arguments := s.command(nil, call, i == 0)
		// A pipeline only queues; errors show with Exec.
		if call.Value == Get {
			_ = pipeline.Process(ctx, redis.NewStringCmd(ctx, arguments...))
		} else {
			_ = pipeline.Process(ctx, redis.NewStatusCmd(ctx, arguments...))
		}
	}
	commands, err := pipeline.Exec(ctx)
	if err != redis.Nil {
		return err
	}
	// A missing value hides the errors behind it.
	for _, command := range commands {
		if err := found8(command.Err()); err != nil {
			return err
		}
	}
	return nil
}

// found8 turns a missing value into no error.
func found8(err error) error {
	if err == redis.Nil {
		return nil
	}
	return err
}
