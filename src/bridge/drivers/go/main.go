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
	"strings"

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
	w := wire.New()
	c := listen(w)
	out := json.NewEncoder(os.Stdout)
	send := func(message any) {
		if out.Encode(message) != nil {
			// The bridge is gone.
			os.Exit(0)
		}
	}
	if message := drive(w, c, send); message != "" {
		send(protocol.Refused{Kind: "refused", Message: message[:min(len(message), longestMessage)]})
		return
	}
	send(protocol.Ended{Kind: "ended", Sent: w.Sent()})
}

// drive runs one order. It returns why it could not, as a sentence.
func drive(w *wire.Wire, c *control, send func(message any)) string {
	var order *protocol.Order
	select {
	case order = <-c.prepared:
	case message := <-c.invalid:
		return message
	case <-c.stopped:
		return ""
	}
	l := load.New(order, w, c.stopped, send)
	err := l.Connect()
	if w.IsStopped() {
		return ""
	}
	if err != nil {
		return err.Error()
	}
	send(protocol.Connected{Kind: "connected", Versions: map[string]string{
		order.Library: order.Version,
		"go":          strings.TrimPrefix(runtime.Version(), "go"),
	}})
	select {
	case <-c.run:
		l.Run()
	case message := <-c.invalid:
		return message
	case <-c.stopped:
	}
	w.Stop()
	return ""
}

// control is what the bridge has said.
type control struct {
	prepared chan *protocol.Order
	invalid  chan string
	run      chan struct{}
	stopped  chan struct{}
}

// listen reads messages in a goroutine of its own. A stop ends all writing before anything else sees it; the
// end of input ends the program.
func listen(w *wire.Wire) *control {
	c := &control{
		prepared: make(chan *protocol.Order, 1),
		invalid:  make(chan string, 1),
		run:      make(chan struct{}),
		stopped:  make(chan struct{}),
	}
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
			c.take(w, &message)
		}
	}()
	return c
}

func (c *control) take(w *wire.Wire, message *protocol.ToDriver) {
	switch message.Kind {
	case "prepare":
		c.prepared <- message.Order
	case "run":
		close(c.run)
	case "stop":
		w.Stop()
		close(c.stopped)
		// Nothing else counts any more; the end of input still ends the program.
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}
}
