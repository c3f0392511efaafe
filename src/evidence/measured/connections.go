// What a connection costs those who open, accept and close it, by system calls and by the CPU time of Redis:
//
//	taskset -c 1 go run src/evidence/measured/connections.go > src/evidence/measured/connections.csv
//
// The system calls are made by one thread, on connections to a listener that nobody waits at, so that no call wakes anybody; a write() and a read()
// are there to compare the machine with that of micro.csv. For Redis,
// redis-benchmark asks for PINGs with 50 connections from another core, once on connections that stay and once with a new one for each
// PING: all else is the same. Medians over rounds; the range is that of the rounds.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	rounds      = 5
	connections = 2000
	pings       = 40000
	port        = "6397"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func value[T any](got T, err error) T {
	must(err)
	return got
}

// Options that Jedis sets on a socket, and Redis on one that it has accepted.
func setOptions(socket int, keepAlive ...int) {
	must(syscall.SetsockoptInt(socket, syscall.IPPROTO_TCP, syscall.TCP_NODELAY, 1))
	must(syscall.SetsockoptInt(socket, syscall.SOL_SOCKET, syscall.SO_KEEPALIVE, 1))
	for i, seconds := range keepAlive {
		option := []int{syscall.TCP_KEEPIDLE, syscall.TCP_KEEPINTVL, syscall.TCP_KEEPCNT}[i]
		must(syscall.SetsockoptInt(socket, syscall.IPPROTO_TCP, option, seconds))
	}
}

var names = []string{
	"tcp_socket_and_3_options", "tcp_connect_loopback", "accept4", "getpeername_and_5_options", "epoll_ctl_add",
	"tcp_write_loopback_1B", "tcp_read_ready_1B", "tcp_close_first", "tcp_read_end", "epoll_ctl_del_and_tcp_close_second",
}

// Medians of one round, ns, in the order of names.
func calls() []float64 {
	listener := value(syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0))
	must(syscall.Bind(listener, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
	must(syscall.Listen(listener, connections))
	address := value(syscall.Getsockname(listener))
	poll := value(syscall.EpollCreate1(0))
	taken := make([][]float64, len(names))
	last := time.Now()
	lap := func(i int) {
		now := time.Now()
		if i >= 0 {
			taken[i] = append(taken[i], float64(now.Sub(last)))
		}
		last = time.Now()
	}
	ours, theirs := make([]int, connections), make([]int, connections)
	for i := range ours {
		lap(-1)
		ours[i] = value(syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0))
		must(syscall.SetsockoptInt(ours[i], syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1))
		setOptions(ours[i])
		lap(0)
		must(syscall.Connect(ours[i], address))
		lap(1)
	}
	for i := range theirs {
		lap(-1)
		theirs[i], _, _ = syscall.Accept4(listener, syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC)
		lap(2)
		setOptions(theirs[i], 300, 100, 3)
		value(syscall.Getpeername(theirs[i]))
		lap(3)
		event := syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(theirs[i])}
		must(syscall.EpollCtl(poll, syscall.EPOLL_CTL_ADD, theirs[i], &event))
		lap(4)
	}
	buffer := make([]byte, 64)
	for i := range ours {
		lap(-1)
		value(syscall.Write(ours[i], buffer[:1]))
		lap(5)
		value(syscall.Read(theirs[i], buffer))
		lap(6)
	}
	for _, socket := range ours {
		lap(-1)
		must(syscall.Close(socket))
		lap(7)
	}
	for _, socket := range theirs {
		lap(-1)
		value(syscall.Read(socket, buffer))
		lap(8)
		must(syscall.EpollCtl(poll, syscall.EPOLL_CTL_DEL, socket, nil))
		must(syscall.Close(socket))
		lap(9)
	}
	must(syscall.Close(listener))
	must(syscall.Close(poll))
	medians := make([]float64, len(names))
	for i, times := range taken {
		slices.Sort(times)
		medians[i] = times[len(times)/2]
	}
	return medians
}

// CPU time of a process, ns.
func cpu(pid int) float64 {
	text := string(value(os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))))
	return value(strconv.ParseFloat(strings.Fields(text)[0], 64))
}

// CPU time of Redis for a PING, ns, on a connection that stays and on a new one.
func ofRedis(pid int) []float64 {
	return []float64{perPing(pid, "1"), perPing(pid, "0")}
}

func perPing(pid int, keepAlive string) float64 {
	before := cpu(pid)
	must(exec.Command("redis-benchmark", "-p", port, "-k", keepAlive, "-c", "50", "-n", strconv.Itoa(pings),
		"-t", "ping_mbulk", "-q").Run())
	return (cpu(pid) - before) / pings
}

func print(name string, runs []float64) {
	slices.Sort(runs)
	fmt.Printf("%s,ns,%d,%.0f,%.0f,%.0f\n", name, len(runs), runs[len(runs)/2], runs[0], runs[len(runs)-1])
}

func main() {
	runtime.LockOSThread()
	redis := exec.Command("taskset", "-c", "0", "redis-server", "--port", port, "--save", "", "--appendonly", "no")
	must(redis.Start())
	defer redis.Process.Kill()
	time.Sleep(time.Second)
	all := append(names, "redis_cpu_ping_on_a_connection_that_stays", "redis_cpu_ping_on_a_new_connection")
	runs := make([][]float64, len(all))
	for range rounds {
		for i, ns := range append(calls(), ofRedis(redis.Process.Pid)...) {
			runs[i] = append(runs[i], ns)
		}
	}
	fmt.Println("test,unit,runs,value,value_min,value_max")
	for i, name := range all {
		print(name, runs[i])
	}
}
