// Package library sends the requests of callers with the client libraries. One file a library.
package library

import (
	"context"
	"fmt"
	"net"
	"strings"

	"roundtrip/driver/internal/protocol"
)

// Call is one command of a request: a GET, or a SET of one of the workload's values.
type Call struct {
	// Index in Data.Keys.
	Key int
	// Index in Data.Values; Get for a GET.
	Value int
}

// Get is the Value of a GET.
const Get = -1

// Data is what the commands of a workload carry.
type Data struct {
	Keys   []string
	Values []string
	// Expiry of every SET.
	TTLMs int
}

// Session sends the requests of one caller; not for concurrent use. An error reply to any part of a request
// is an error; a missing value is none.
type Session interface {
	Single(call Call) error
	MultiGet(calls []Call) error
	MultiSet(calls []Call) error
	Pipeline(calls []Call) error
	// Transaction sends MULTI … EXEC at once, or EXEC alone after the replies to the rest.
	Transaction(calls []Call, roundTrips int) error
	// BorrowedNs is when the latest request got its connection; 0 if the library shares connections.
	BorrowedNs() int64
}

// Client is a library's client with its connections.
type Client interface {
	Session() Session
	// Warm opens all connections that the configuration has before a run.
	Warm() error
	// Close closes all connections and ends the library's own goroutines.
	Close()
}

// Dial opens a connection to Redis.
type Dial func(context.Context) (net.Conn, error)

// Open creates the client of an order. Its error is a sentence for the user.
func Open(order *protocol.Order, dial Dial) (Client, error) {
	if err := check(order); err != nil {
		return nil, err
	}
	data := dataOf(order)
	switch version := order.Version; order.Library {
	case "redigo":
		return openRedigo(order, data, dial), nil
	case "goRedis":
		if strings.HasPrefix(version, "8.") {
			return openGoRedis8(order, data, dial), nil
		}
		return openGoRedis9(order, data, dial)
	default:
		return openRueidis(order, data, dial)
	}
}

func dataOf(order *protocol.Order) *Data {
	values := []string{strings.Repeat("v", order.Workload.Command.ValueBytes)}
	if second := order.Workload.Second; second != nil {
		values = append(values, strings.Repeat("v", second.ValueBytes))
	}
	return &Data{Keys: order.Keys, Values: values, TTLMs: order.TTLMs}
}

// asContextDialer is a dialer for libraries that pass an address; it is known already.
func asContextDialer(dial Dial) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx) }
}

// address is what the libraries show in errors; the dialer knows the real one.
func address(socket protocol.Socket) string {
	if socket.Path != "" {
		return socket.Path
	}
	return net.JoinHostPort(socket.Host, fmt.Sprint(socket.Port))
}

// firstOf is the first error of connections that are opened together: one sentence for the user.
func firstOf(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
