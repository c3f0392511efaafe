package library

import (
	"testing"
	"time"

	"roundtrip/driver/internal/protocol"
)

func pooledOrder() *protocol.Order {
	return &protocol.Order{
		Client: protocol.Client{
			Connections: protocol.Connections{
				Kind: "pooled", MaxTotal: 8, MaxIdle: 6, MinIdle: 2, Order: "fifo", MaxWaitMs: 20,
				BlockWhenExhausted: true, IdleTimeoutMs: 1000, MaxLifetimeMs: 2000, TestOnBorrow: true,
			},
			IO:    protocol.IO{Kind: "blocking", ReplyTimeoutMs: 500, BufferBytes: 8192},
			Retry: protocol.Retry{MaxRetries: 2, MinBackoffMs: 4, MaxBackoffMs: 64},
		},
		Access: protocol.Access{Socket: protocol.Socket{Host: "h", Port: 1}, Database: 3, RESP: 3},
	}
}

func TestRedigoPool(t *testing.T) {
	p := redigoPool(pooledOrder())
	if p.MaxActive != 8 || p.MaxIdle != 6 || !p.Wait || p.IdleTimeout != time.Second ||
		p.MaxConnLifetime != 2*time.Second || p.TestOnBorrow == nil {
		t.Errorf("%+v", optionsOf(p))
	}
	perRequest := pooledOrder()
	perRequest.Client.Connections = protocol.Connections{Kind: "perRequest"}
	if p := redigoPool(perRequest); p.MaxIdle != 0 || p.MaxActive != 0 {
		t.Errorf("%+v", optionsOf(p))
	}
}

func TestGoRedis8Options(t *testing.T) {
	o := goRedis8Options(pooledOrder())
	if o.PoolSize != 8 || o.MinIdleConns != 2 || !o.PoolFIFO || o.PoolTimeout != 20*time.Millisecond ||
		o.IdleTimeout != time.Second || o.MaxConnAge != 2*time.Second || o.ReadTimeout != 500*time.Millisecond ||
		o.MaxRetries != 2 || o.MinRetryBackoff != 4*time.Millisecond || o.MaxRetryBackoff != 64*time.Millisecond || o.DB != 3 {
		t.Errorf("%+v", o)
	}
}

func TestGoRedis9Options(t *testing.T) {
	o := goRedis9Options(pooledOrder())
	if o.PoolSize != 8 || o.MinIdleConns != 2 || o.MaxIdleConns != 6 || !o.PoolFIFO ||
		o.PoolTimeout != 20*time.Millisecond || o.ConnMaxIdleTime != time.Second || o.ConnMaxLifetime != 2*time.Second ||
		o.ReadTimeout != 500*time.Millisecond || o.MaxRetries != 2 || o.ReadBufferSize != 8192 || o.Protocol != 3 {
		t.Errorf("%+v", o)
	}
	none := pooledOrder()
	none.Client.IO.ReplyTimeoutMs, none.Client.Retry.MaxRetries, none.Client.Connections.IdleTimeoutMs = 0, 0, 0
	none.Client.Connections.MaxWaitMs = 0
	o = goRedis9Options(none)
	if o.ReadTimeout != -1 || o.MaxRetries != -1 || o.ConnMaxIdleTime != -1 || o.PoolTimeout < time.Hour {
		t.Errorf("no limits: %+v", o)
	}
	batches := autoPipelineOptions(protocol.IO{MaxBatch: 30, FlushDelayUs: 100})
	if batches.MaxBatchSize != 30 || batches.MaxFlushDelay != 100*time.Microsecond || batches.MaxConcurrentBatches != 1 {
		t.Errorf("%+v", batches)
	}
}

func TestRueidisOptions(t *testing.T) {
	order := pooledOrder()
	order.Client.Connections = protocol.Connections{Kind: "shared", Count: 4}
	order.Client.IO = protocol.IO{Kind: "writerReader", RingSize: 256, FlushDelayUs: 20, PingIntervalMs: 3000, ReplyTimeoutMs: 700}
	o := rueidisOptions(order)
	if o.PipelineMultiplex != 2 || o.RingScaleEachConn != 8 || o.MaxFlushDelay != 20*time.Microsecond ||
		o.Dialer.KeepAlive != 3*time.Second || o.ConnWriteTimeout != 700*time.Millisecond || o.DisableAutoPipelining || o.DisableRetry {
		t.Errorf("%+v", o)
	}
	order.Client.Connections.Count, order.Client.IO.PingIntervalMs = 1, 0
	if o := rueidisOptions(order); o.PipelineMultiplex != -1 || o.Dialer.KeepAlive != -1 {
		t.Errorf("one connection: %+v", o)
	}
	if o := rueidisOptions(pooledOrder()); !o.DisableAutoPipelining || o.BlockingPoolSize != 8 {
		t.Errorf("pooled: %+v", o)
	}
}

func TestDefaults(t *testing.T) {
	all := AllDefaults()
	for name, want := range map[string]map[string]any{
		"goRedis8.Options":             {"PoolTimeout": "4s", "IdleTimeout": "5m0s", "MaxRetries": 3},
		"goRedis9.Options":             {"ReadTimeout": "5s", "PoolTimeout": "6s", "ReadBufferSize": 32768},
		"goRedis9.AutoPipelineOptions": {"MaxBatchSize": 300},
		"redigo.Pool":                  {"MaxIdle": 0, "Wait": false},
		"rueidis.constants":            {"RingScaleEachConn": 10},
	} {
		for field, value := range want {
			if got := all.Options[name][field]; got != value {
				t.Errorf("%s.%s: %v, not %v", name, field, got, value)
			}
		}
	}
}
