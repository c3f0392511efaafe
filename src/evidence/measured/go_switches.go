// How often threads of a Go program wait, for each command that it has answered, and how much that differs from run to run:
//
//	redis-server --save '' --appendonly no --port 6400 &
//	go run src/evidence/measured/go_switches.go 127.0.0.1:6400 > src/evidence/measured/go_switches.csv
//
// The client is none of the libraries, but does what they do: a goroutine takes a connection from a pool (a channel), writes GET, reads the
// answer and gives the connection back. Each run is a process of its own; voluntary switches are those of getrusage, of all its threads.
package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	runs   = 7
	warmUp = 500 * time.Millisecond
	window = 1500 * time.Millisecond
)

type configuration struct{ goroutines, pool int }

var configurations = []configuration{{100, 10}, {100, 256}, {1000, 10}, {1000, 50}, {1000, 256}}

type connection struct {
	socket net.Conn
	reader *bufio.Reader
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func waits() int64 {
	var usage syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return usage.Nvcsw
}

// One run: prints commands a second and voluntary switches a command.
func measure(address string, of configuration) {
	runtime.GOMAXPROCS(2)
	free := make(chan *connection, of.pool)
	for range min(of.pool, of.goroutines) {
		socket, err := net.Dial("tcp", address)
		must(err)
		free <- &connection{socket, bufio.NewReader(socket)}
	}
	var answered atomic.Int64
	for range of.goroutines {
		go func() {
			for {
				c := <-free
				_, err := c.socket.Write([]byte("*2\r\n$3\r\nGET\r\n$5\r\nkey:1\r\n"))
				must(err)
				_, err = c.reader.ReadString('\n')
				must(err)
				free <- c
				answered.Add(1)
			}
		}()
	}
	time.Sleep(warmUp)
	commands, before, start := answered.Load(), waits(), time.Now()
	time.Sleep(window)
	commands = answered.Load() - commands
	fmt.Println(float64(commands)/time.Since(start).Seconds(), float64(waits()-before)/float64(commands))
}

func main() {
	address := os.Args[1]
	if len(os.Args) > 2 {
		var of configuration
		_, err := fmt.Sscan(os.Args[2], &of.goroutines)
		must(err)
		_, err = fmt.Sscan(os.Args[3], &of.pool)
		must(err)
		measure(address, of)
		return
	}
	fmt.Println("goroutines,pool,runs,qps,qps_min,qps_max,cli_vol_ctxsw_per_op,cli_vol_ctxsw_per_op_min,cli_vol_ctxsw_per_op_max")
	for _, of := range configurations {
		var perSec, switches []float64
		for range runs {
			out, err := exec.Command(os.Args[0], address, fmt.Sprint(of.goroutines), fmt.Sprint(of.pool)).Output()
			must(err)
			var rate, waits float64
			_, err = fmt.Sscan(string(out), &rate, &waits)
			must(err)
			perSec, switches = append(perSec, rate), append(switches, waits)
		}
		slices.Sort(perSec)
		slices.Sort(switches)
		fmt.Printf("%d,%d,%d,%.0f,%.0f,%.0f,%.4f,%.4f,%.4f\n", of.goroutines, of.pool, runs,
			perSec[runs/2], perSec[0], perSec[runs-1], switches[runs/2], switches[0], switches[runs-1])
	}
}
