package library

import (
	"context"
	"crypto/tls"
	"net"
	"sync"
	"time"

	"github.com/redis/rueidis"

	"roundtrip/driver/internal/protocol"
)

type rueidisClient struct {
	client   rueidis.Client
	data     *Data
	ttl      int64
	isShared bool
	// Connections to open before a run.
	connections int
}

func openRueidis(order *protocol.Order, data *Data, dial Dial) (*rueidisClient, error) {
	options := rueidisOptions(order)
	options.DialCtxFn = func(ctx context.Context, _ string, _ *net.Dialer, _ *tls.Config) (net.Conn, error) {
		return dial(ctx)
	}
	client, err := rueidis.NewClient(options)
	if err != nil {
		return nil, err
	}
	return &rueidisClient{
		client:      client,
		data:        data,
		ttl:         int64(data.TTLMs),
		isShared:    order.Client.Connections.Kind == "shared",
		connections: warmConnections(order),
	}, nil
}

func rueidisOptions(order *protocol.Order) rueidis.ClientOption {
	client := order.Client
	c, io := client.Connections, client.IO
	options := rueidis.ClientOption{
		InitAddress: []string{address(order.Access.Socket)},
		Username:    order.Access.Username,
		Password:    order.Access.Password,
		SelectDB:    order.Access.Database,
		AlwaysRESP2: order.Access.RESP == 2,
		// A single server needs no discovery, and the workload no client-side cache.
		ForceSingleClient: true,
		DisableCache:      true,
		DisableRetry:      client.Retry.MaxRetries == 0,
		ConnWriteTimeout:  orNegative(io.ReplyTimeoutMs),
		ConnLifetime:      milliseconds(c.MaxLifetimeMs),
	}
	if c.Kind == "pooled" {
		options.DisableAutoPipelining = true
		options.BlockingPoolSize = c.MaxTotal
		options.Dialer.KeepAlive = -1
		options.ReadBufferEachConn = io.BufferBytes
		options.WriteBufferEachConn = io.BufferBytes
		return options
	}
	options.PipelineMultiplex = multiplexOf(c.Count)
	options.RingScaleEachConn = log2(io.RingSize)
	options.MaxFlushDelay = microseconds(io.FlushDelayUs)
	options.Dialer.KeepAlive = orNegative(io.PingIntervalMs)
	return options
}

// multiplexOf is PipelineMultiplex for a number of connections: their logarithm, but 0 is its default.
func multiplexOf(connections int) int {
	if connections == 1 {
		return -1
	}
	return log2(connections)
}

// orNegative is a limit in the language of rueidis: negative is none, 0 its default.
func orNegative(ms float64) time.Duration {
	if ms == 0 {
		return -1
	}
	return milliseconds(ms)
}

// Warm opens all pooled connections by using them at once. Of shared ones it opens the first: the library opens
// the rest when keys need them.
func (c *rueidisClient) Warm() error {
	if c.isShared {
		return c.client.Do(context.Background(), c.client.B().Ping().Build()).Error()
	}
	errs := make([]error, c.connections)
	var pings sync.WaitGroup
	for i := range errs {
		pings.Go(func() {
			errs[i] = c.client.Dedicated(func(conn rueidis.DedicatedClient) error {
				return conn.Do(context.Background(), conn.B().Ping().Build()).Error()
			})
		})
	}
	pings.Wait()
	return firstOf(errs)
}

// Close closes all connections.
func (c *rueidisClient) Close() {
	c.client.Close()
}

func (c *rueidisClient) Session() Session { return &rueidisSession{client: c} }

type rueidisSession struct {
	client *rueidisClient
	names  []string
}

// BorrowedNs is unseen: the library gives no connection to callers.
func (s *rueidisSession) BorrowedNs() int64 { return 0 }

func (s *rueidisSession) command(call Call) rueidis.Completed {
	c := s.client
	key := c.data.Keys[call.Key]
	if call.Value == Get {
		return c.client.B().Get().Key(key).Build()
	}
	return c.client.B().Set().Key(key).Value(c.data.Values[call.Value]).PxMilliseconds(c.ttl).Build()
}

// Single sends one command.
func (s *rueidisSession) Single(call Call) error {
	return missing(s.client.client.Do(context.Background(), s.command(call)).Error())
}

// MultiGet sends MGET.
func (s *rueidisSession) MultiGet(calls []Call) error {
	c := s.client
	s.names = s.names[:0]
	for _, call := range calls {
		s.names = append(s.names, c.data.Keys[call.Key])
	}
	return missing(c.client.Do(context.Background(), c.client.B().Mget().Key(s.names...).Build()).Error())
}

// MultiSet sends MSET, which has no expiry.
func (s *rueidisSession) MultiSet(calls []Call) error {
	c := s.client
	command := c.client.B().Mset().KeyValue()
	for _, call := range calls {
		command = command.KeyValue(c.data.Keys[call.Key], c.data.Values[call.Value])
	}
	return c.client.Do(context.Background(), command.Build()).Error()
}

// Pipeline sends all commands with DoMulti.
func (s *rueidisSession) Pipeline(calls []Call) error {
	commands := make(rueidis.Commands, 0, len(calls))
	for _, call := range calls {
		commands = append(commands, s.command(call))
	}
	return firstError(s.client.client.DoMulti(context.Background(), commands...))
}

// Transaction sends all with DoMulti, or on a connection of its own with EXEC apart.
func (s *rueidisSession) Transaction(calls []Call, roundTrips int) error {
	ctx, client := context.Background(), s.client.client
	commands := make(rueidis.Commands, 0, len(calls)+2)
	commands = append(commands, client.B().Multi().Build())
	for _, call := range calls {
		commands = append(commands, s.command(call))
	}
	exec := client.B().Exec().Build()
	if roundTrips == 1 {
		return firstError(client.DoMulti(ctx, append(commands, exec)...))
	}
	return client.Dedicated(func(conn rueidis.DedicatedClient) error {
		if err := firstError(conn.DoMulti(ctx, commands...)); err != nil {
			return err
		}
		return conn.Do(ctx, exec).Error()
	})
}

func firstError(results []rueidis.RedisResult) error {
	for _, result := range results {
		if err := missing(result.Error()); err != nil {
			return err
		}
	}
	return nil
}

// missing turns a missing value into no error.
func missing(err error) error {
	if rueidis.IsRedisNil(err) {
		return nil
	}
	return err
}
