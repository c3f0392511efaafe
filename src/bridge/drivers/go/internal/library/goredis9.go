package library

import (
	"context"
	"errors"
	"strconv"
	"sync"

	"github.com/redis/go-redis/v9"

	"roundtrip/driver/internal/protocol"
)

type goRedis9Client struct {
	client *redis.Client
	// Null unless callers share one connection.
	autoPipeline *redis.AutoPipeliner
	data         *Data
	connections  int
	keys, values []any
	ttl          any
}

func openGoRedis9(order *protocol.Order, data *Data, dial Dial) (*goRedis9Client, error) {
	options := goRedis9Options(order)
	options.Dialer = asContextDialer(dial)
	c := &goRedis9Client{
		client:      redis.NewClient(options),
		data:        data,
		connections: warmConnections(order),
		keys:        boxed(data.Keys),
		values:      boxed(data.Values),
		ttl:         strconv.Itoa(data.TTLMs),
	}
	var err error
	if order.Client.Connections.Kind == "shared" {
		c.autoPipeline, err = c.client.AutoPipelineWithOptions(autoPipelineOptions(order.Client.IO))
	}
	return c, err
}

func goRedis9Options(order *protocol.Order) *redis.Options {
	client := order.Client
	c := client.Connections
	options := &redis.Options{
		Addr:            address(order.Access.Socket),
		Username:        order.Access.Username,
		Password:        order.Access.Password,
		DB:              order.Access.Database,
		Protocol:        order.Access.RESP,
		ReadTimeout:     orNone(client.IO.ReplyTimeoutMs),
		MaxRetries:      retriesOrNone(client.Retry.MaxRetries),
		MinRetryBackoff: orNone(client.Retry.MinBackoffMs),
		MaxRetryBackoff: orNone(client.Retry.MaxBackoffMs),
		ConnMaxIdleTime: orNone(c.IdleTimeoutMs),
		ConnMaxLifetime: milliseconds(c.MaxLifetimeMs),
		PoolTimeout:     orForever(c.MaxWaitMs),
		ReadBufferSize:  client.IO.BufferBytes,
		WriteBufferSize: client.IO.BufferBytes,
	}
	if c.Kind == "shared" {
		options.PoolSize = c.Count
		return options
	}
	options.PoolSize = c.MaxTotal
	options.MaxIdleConns = c.MaxIdle
	options.MinIdleConns = c.MinIdle
	options.PoolFIFO = c.Order == "fifo"
	return options
}

// autoPipelineOptions are those of the face whose callers wait for their replies.
func autoPipelineOptions(io protocol.IO) *redis.AutoPipelineOptions {
	options := redis.DefaultBlockingAutoPipelineOptions()
	options.MaxBatchSize = io.MaxBatch
	options.MaxFlushDelay = microseconds(io.FlushDelayUs)
	return options
}

// Warm opens as many connections as the pool has, with a PING on each.
func (c *goRedis9Client) Warm() error {
	conns := make([]*redis.Conn, c.connections)
	errs := make([]error, c.connections)
	var pings sync.WaitGroup
	for i := range conns {
		conns[i] = c.client.Conn()
		pings.Go(func() { errs[i] = conns[i].Ping(context.Background()).Err() })
	}
	pings.Wait()
	for _, conn := range conns {
		_ = conn.Close()
	}
	return firstOf(errs)
}

// Close closes all connections.
func (c *goRedis9Client) Close() {
	if c.autoPipeline != nil {
		_ = c.autoPipeline.Close()
	}
	_ = c.client.Close()
}

func (c *goRedis9Client) Session() Session {
	if c.autoPipeline != nil {
		return &autoPipelineSession{client: c}
	}
	return &goRedis9Session{client: c}
}

// goRedis9Session borrows a connection of the pool for each request.
type goRedis9Session struct {
	client    *goRedis9Client
	key       borrowedKey
	arguments []any
}

func (s *goRedis9Session) BorrowedNs() int64 { return s.key.atNs }

// command puts a call into arguments; the key of a request's first command notes when it is encoded.
func (s *goRedis9Session) command(arguments []any, call Call, isFirst bool) []any {
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
func (s *goRedis9Session) Single(call Call) error {
	ctx := context.Background()
	s.arguments = s.command(s.arguments[:0], call, true)
	if call.Value == Get {
		return found9(s.client.client.Process(ctx, redis.NewStringCmd(ctx, s.arguments...)))
	}
	return s.client.client.Process(ctx, redis.NewStatusCmd(ctx, s.arguments...))
}

// MultiGet sends MGET.
func (s *goRedis9Session) MultiGet(calls []Call) error {
	c, ctx := s.client, context.Background()
	s.arguments = append(s.arguments[:0], "mget", s.key.use(c.data.Keys[calls[0].Key]))
	for _, call := range calls[1:] {
		s.arguments = append(s.arguments, c.keys[call.Key])
	}
	return found9(c.client.Process(ctx, redis.NewSliceCmd(ctx, s.arguments...)))
}

// MultiSet sends MSET, which has no expiry.
func (s *goRedis9Session) MultiSet(calls []Call) error {
	c, ctx := s.client, context.Background()
	s.arguments = append(s.arguments[:0], "mset", s.key.use(c.data.Keys[calls[0].Key]), c.values[calls[0].Value])
	for _, call := range calls[1:] {
		s.arguments = append(s.arguments, c.keys[call.Key], c.values[call.Value])
	}
	return c.client.Process(ctx, redis.NewStatusCmd(ctx, s.arguments...))
}

// Pipeline sends all commands in one pipeline.
func (s *goRedis9Session) Pipeline(calls []Call) error {
	return s.execute(s.client.client.Pipeline(), calls)
}

// Transaction sends MULTI … EXEC with TxPipeline, or on a connection of its own with EXEC apart.
func (s *goRedis9Session) Transaction(calls []Call, roundTrips int) error {
	if roundTrips == 1 {
		return s.execute(s.client.client.TxPipeline(), calls)
	}
	ctx := context.Background()
	conn := s.client.client.Conn()
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
	return found9(conn.Process(ctx, redis.NewSliceCmd(ctx, "exec")))
}

func (s *goRedis9Session) execute(pipeline redis.Pipeliner, calls []Call) error {
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
		if err := found9(command.Err()); err != nil {
			return err
		}
	}
	return nil
}

// found9 turns a missing value into no error.
func found9(err error) error {
	if err == redis.Nil {
		return nil
	}
	return err
}

// autoPipelineSession queues commands for the writer that all callers share. The writer encodes them, so
// nothing is seen of a connection.
type autoPipelineSession struct {
	client *goRedis9Client
}

func (s *autoPipelineSession) BorrowedNs() int64 { return 0 }

// Single queues one command and waits for its reply.
func (s *autoPipelineSession) Single(call Call) error {
	c, ctx := s.client, context.Background()
	if call.Value == Get {
		return found9(c.autoPipeline.Process(ctx, redis.NewStringCmd(ctx, "get", c.keys[call.Key])))
	}
	arguments := []any{"set", c.keys[call.Key], c.values[call.Value], "px", c.ttl}
	return c.autoPipeline.Process(ctx, redis.NewStatusCmd(ctx, arguments...))
}

func (s *autoPipelineSession) MultiGet([]Call) error         { return errSingleOnly }
func (s *autoPipelineSession) MultiSet([]Call) error         { return errSingleOnly }
func (s *autoPipelineSession) Pipeline([]Call) error         { return errSingleOnly }
func (s *autoPipelineSession) Transaction([]Call, int) error { return errSingleOnly }

// errSingleOnly cannot happen: such orders are refused.
var errSingleOnly = errors.New("AutoPipeline runs single commands only")
