// Package wire opens the connections of all libraries. It counts what they write, stops it at once when told,
// and sees when sampled requests are written and answered.
package wire

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"roundtrip/driver/internal/clock"
	"roundtrip/driver/internal/protocol"
)

// Time for opening a connection, as for the bridge's own clients.
const connectTimeout = 3 * time.Second

// Longest wait for writes that a stop has interrupted, and its steps.
const (
	settleNs   = int64(20 * time.Millisecond)
	settleStep = 50 * time.Microsecond
)

// ErrStopped is the error of every write after a stop.
var ErrStopped = errors.New("the run was stopped")

// Wire is the set of all connections of the process.
type Wire struct {
	stopped atomic.Bool
	// Number of requests whose times are observed.
	watched atomic.Int32

	mu     sync.Mutex
	open   map[*Conn]struct{}
	free   []int
	opened int
	// Commands written on connections that are closed.
	closed [kinds]int64
	sights map[string]*Sight
}

// New returns a wire without connections.
func New() *Wire {
	return &Wire{open: map[*Conn]struct{}{}, sights: map[string]*Sight{}}
}

// Stop makes every further write fail, at once and for good, and closes all connections. Whoever waits for a
// reply gets an error.
func (w *Wire) Stop() {
	w.stopped.Store(true)
	for _, c := range w.all() {
		closeNow(c.Conn)
	}
}

// all returns the open connections.
func (w *Wire) all() []*Conn {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := make([]*Conn, 0, len(w.open))
	for c := range w.open {
		all = append(all, c)
	}
	return all
}

// IsStopped tells whether the run was stopped.
func (w *Wire) IsStopped() bool { return w.stopped.Load() }

// closeNow closes a connection without TLS's farewell, which would wait for a peer that reads nothing.
func closeNow(conn net.Conn) {
	if encrypted, ok := conn.(*tls.Conn); ok {
		conn = encrypted.NetConn()
	}
	_ = conn.Close()
}

// Sent is the number of commands written so far, by the server's names; those of handshakes are left out.
func (w *Wire) Sent() map[string]int64 {
	// Without the lock, which a write may need before it is counted.
	for _, c := range w.all() {
		c.settle()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	sum := w.closed
	for c := range w.open {
		for kind := range sum {
			sum[kind] += c.counts[kind].Load()
		}
	}
	sent := map[string]int64{}
	for kind, name := range names {
		if name != "" && sum[kind] > 0 {
			sent[name] = sum[kind]
		}
	}
	return sent
}

// Dialer returns a function that opens connections to a Redis. TLS is part of the connection.
func (w *Wire) Dialer(access protocol.Access) (func(context.Context) (net.Conn, error), error) {
	network, address := "tcp", net.JoinHostPort(access.Socket.Host, strconv.Itoa(access.Socket.Port))
	if access.Socket.Path != "" {
		network, address = "unix", access.Socket.Path
	}
	dialer := &net.Dialer{Timeout: connectTimeout}
	config, err := tlsConfig(access.Socket.TLS)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (net.Conn, error) {
		if w.stopped.Load() {
			return nil, ErrStopped
		}
		if config == nil {
			conn, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &socketConn{w.add(conn)}, nil
		}
		conn, err := (&tls.Dialer{NetDialer: dialer, Config: config}).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return w.add(conn), nil
	}, nil
}

func tlsConfig(order *protocol.TLS) (*tls.Config, error) {
	if order == nil {
		return nil, nil
	}
	config := &tls.Config{ServerName: order.Servername}
	if order.CA == "" {
		return config, nil
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool()
	}
	if !roots.AppendCertsFromPEM([]byte(order.CA)) {
		return nil, errors.New("the CA certificate is not valid PEM")
	}
	config.RootCAs = roots
	return config, nil
}

func (w *Wire) add(conn net.Conn) *Conn {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := &Conn{Conn: conn, wire: w, Index: w.opened}
	if last := len(w.free) - 1; last >= 0 {
		c.Index = w.free[last]
		w.free = w.free[:last]
	} else {
		w.opened++
	}
	w.open[c] = struct{}{}
	return c
}

func (w *Wire) remove(c *Conn) {
	c.settle()
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, isOpen := w.open[c]; !isOpen {
		return
	}
	delete(w.open, c)
	w.free = append(w.free, c.Index)
	for kind := range w.closed {
		w.closed[kind] += c.counts[kind].Load()
	}
}

// Conn is a connection of a library. At most one goroutine writes and one reads.
type Conn struct {
	net.Conn
	// Its number, from 0 on; numbers of closed connections are used again.
	Index int

	wire      *Wire
	commands  commands
	counts    [kinds]atomic.Int64
	arrivedNs atomic.Int64
	// Writes that are in progress or not yet counted.
	writing atomic.Int32
}

// Write counts the commands that were written in full, also of the libraries' own retries and tests.
func (c *Conn) Write(b []byte) (int, error) {
	c.writing.Add(1)
	defer c.writing.Add(-1)
	if c.wire.stopped.Load() {
		return 0, ErrStopped
	}
	var seen func(key []byte)
	if c.wire.watched.Load() > 0 {
		now := clock.Now()
		seen = func(key []byte) { c.wire.see(key, c, now) }
	}
	n, err := c.Conn.Write(b)
	var counts [kinds]int64
	c.commands.scan(b[:n], &counts, seen)
	for kind, count := range counts {
		if count > 0 {
			c.counts[kind].Add(count)
		}
	}
	return n, err
}

// settle waits until the writes in progress are counted. A stop ends them at once.
func (c *Conn) settle() {
	for end := clock.Now() + settleNs; c.writing.Load() > 0 && clock.Now() < end; {
		time.Sleep(settleStep)
	}
}

// Read notes the time of the latest arrival while requests are observed.
func (c *Conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.wire.watched.Load() > 0 {
		c.arrivedNs.Store(clock.Now())
	}
	return n, err
}

// Close closes it; its number is free again.
func (c *Conn) Close() error {
	err := c.Conn.Close()
	c.wire.remove(c)
	return err
}

// socketConn is a connection without TLS. go-redis looks into its socket before each use.
type socketConn struct{ *Conn }

// SyscallConn gives access to the socket.
func (c *socketConn) SyscallConn() (syscall.RawConn, error) {
	socket, ok := c.Conn.Conn.(syscall.Conn)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	return socket.SyscallConn()
}
