// The driver runs the Go clients redigo, go-redis and rueidis for the bridge. It reads messages on standard
// input and writes messages on standard output, one JSON object a line. With --defaults it prints the default
// options of the libraries instead.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"roundtrip/driver/internal/library"
	"roundtrip/driver/internal/load"
	"roundtrip/driver/internal/protocol"
	"roundtrip/driver/internal/wire"
)

// Bytes of a refusal that the bridge accepts.
const longestMessage = 500

func main() {
	if len(os.Args) > 1 && os.Args[1] == "--defaults" {
		out := json.NewEncoder(os.Stdout)
		out.SetIndent("", "  ")
		if err := out.Encode(library.AllDefaults()); err != nil {
			log.Fatal(err)
		}
		return
	}
	out := json.NewEncoder(os.Stdout)
	send := func(message any) {
		if out.Encode(message) != nil {
			// The bridge is gone.
			os.Exit(0)
		}
	}
	for c := listen(); ; {
		select {
		case r := <-c.prepared:
			if !perform(r, c, send) {
				return
			}
			// The memory of the next run is its own.
			debug.FreeOSMemory()
		case message := <-c.invalid:
			refuse(message, send)
			return
		}
	}
}

func refuse(message string, send func(message any)) {
	send(protocol.Refused{Kind: "refused", Message: message[:min(len(message), longestMessage)]})
}

// perform runs one order. It tells whether the process waits for another.
func perform(r *run, c *control, send func(message any)) bool {
	l := load.New(r.order, r.wire, r.stopped, send)
	if message := drive(l, r, c, send); message != "" {
		refuse(message, send)
		return false
	}
	isReusable := !r.wire.IsStopped()
	r.wire.Stop()
	isReusable = isReusable && l.Close()
	r.isOver.Store(true)
	send(protocol.Ended{Kind: "ended", Sent: r.wire.Sent(), IsReusable: isReusable})
	return isReusable
}

// drive connects and sends the requests. It returns why it could not, as a sentence.
func drive(l *load.Load, r *run, c *control, send func(message any)) string {
	err := l.Connect()
	if r.wire.IsStopped() {
		return ""
	}
	if err != nil {
		return err.Error()
	}
	send(protocol.Connected{Kind: "connected", Versions: map[string]string{
		r.order.Library: r.order.Version,
		"go":            strings.TrimPrefix(runtime.Version(), "go"),
	}})
	select {
	case <-r.started:
		l.Run()
	case message := <-c.invalid:
		return message
	case <-r.stopped:
	}
	return ""
}

// run is one order, and what the bridge has said about it.
type run struct {
	order   *protocol.Order
	wire    *wire.Wire
	started chan struct{}
	stopped chan struct{}
	isOver  atomic.Bool
}

// control is what the bridge has said.
type control struct {
	prepared chan *run
	invalid  chan string
	// The latest order; of the listening goroutine alone.
	latest *run
}

// listen reads messages in a goroutine of its own. A stop ends all writing before anything else sees it; the
// end of input ends the program.
func listen() *control {
	c := &control{prepared: make(chan *run, 1), invalid: make(chan string, 1)}
	go func() {
		in := json.NewDecoder(bufio.NewReader(os.Stdin))
		for {
			var message protocol.ToDriver
			if err := in.Decode(&message); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				os.Exit(0)
			} else if err != nil {
				c.invalid <- fmt.Sprintf("The driver got an invalid message: %v.", err)
				return
			}
			c.take(&message)
		}
	}()
	return c
}

func (c *control) take(message *protocol.ToDriver) {
	isRunning := c.latest != nil && !c.latest.isOver.Load()
	switch {
	case message.Kind == "prepare" && !isRunning:
		c.latest = &run{
			order:   message.Order,
			wire:    wire.New(),
			started: make(chan struct{}),
			stopped: make(chan struct{}),
		}
		c.prepared <- c.latest
	case message.Kind == "run" && isRunning:
		close(c.latest.started)
	case message.Kind == "stop" && isRunning:
		c.latest.wire.Stop()
		close(c.latest.stopped)
		// Nothing else counts any more; the end of input still ends the program.
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	case message.Kind == "stop":
		os.Exit(0)
	default:
		c.invalid <- fmt.Sprintf("The driver got the message %q at the wrong time.", message.Kind)
	}
}
