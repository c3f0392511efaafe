package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"

	"roundtrip/driver/internal/protocol"
)

// The tests run the driver as the bridge does: as a child process, which is this test program itself.
const isDriver = "ROUNDTRIP_TEST_IS_DRIVER"

func TestMain(m *testing.M) {
	if os.Getenv(isDriver) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// server is a redis-server of one test. It listens on a Unix socket: another program can take a free port
// before the server does.
type server struct {
	process *os.Process
	path    string
	conn    redis.Conn
}

func startServer(t testing.TB, more ...string) *server {
	t.Helper()
	program, err := exec.LookPath("redis-server")
	if err != nil {
		t.Skip("needs redis-server")
	}
	path := filepath.Join(t.TempDir(), "redis.sock")
	options := append([]string{"--port", "0", "--save", "", "--unixsocket", path}, more...)
	command := exec.Command(program, options...)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	s := &server{process: command.Process, path: path}
	for deadline := time.Now().Add(30 * time.Second); ; {
		s.conn, err = redis.Dial("unix", path)
		if err == nil {
			return s
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func freePort(t testing.TB) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// calls is how often the server ran each command, from INFO commandstats.
func (s *server) calls(t *testing.T) map[string]int64 {
	t.Helper()
	info, err := redis.String(s.conn.Do("INFO", "commandstats"))
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]int64{}
	for _, line := range strings.Split(info, "\r\n") {
		var name string
		var count int64
		line = strings.ReplaceAll(strings.TrimPrefix(line, "cmdstat_"), ":calls=", " ")
		if n, _ := fmt.Sscanf(line, "%s %d", &name, &count); n == 2 {
			calls[name] = count
		}
	}
	return calls
}

// driver is a running driver.
type driver struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
}

func startDriver(t testing.TB, order map[string]any) *driver {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self)
	command.Env = append(os.Environ(), isDriver+"=1")
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	d := &driver{command, in, bufio.NewScanner(out)}
	d.out.Buffer(nil, 16<<20)
	d.say(t, map[string]any{"kind": "prepare", "order": order})
	return d
}

func (d *driver) say(t testing.TB, message any) {
	t.Helper()
	if err := json.NewEncoder(d.in).Encode(message); err != nil {
		t.Fatal(err)
	}
}

// hear returns the next message of a kind, and passes the reports before it.
func (d *driver) hear(t testing.TB, kind string, each func(*protocol.Report)) *fromDriver {
	t.Helper()
	for d.out.Scan() {
		var message fromDriver
		if err := json.Unmarshal(d.out.Bytes(), &message); err != nil {
			t.Fatalf("%v: %s", err, d.out.Text())
		}
		if message.Kind == "report" && each != nil {
			each(message.Report)
		}
		if message.Kind == kind {
			return &message
		}
		if message.Kind == "refused" || message.Kind == "ended" {
			t.Fatalf("instead of %s: %s", kind, d.out.Text())
		}
	}
	t.Fatalf("the driver ended without the message %s", kind)
	return nil
}

// fromDriver is any message of the driver.
type fromDriver struct {
	Kind       string           `json:"kind"`
	WarmupUs   int64            `json:"warmupUs"`
	IsSteady   *bool            `json:"isSteady"`
	Report     *protocol.Report `json:"report"`
	Sent       map[string]int64 `json:"sent"`
	IsReusable bool             `json:"isReusable"`
}

// edit changes one value of an order; the path has dots.
type edit struct {
	path  string
	value any
}

func orderFor(s *server, library, version string, edits ...edit) map[string]any {
	order := map[string]any{
		"library": library, "version": version, "runtime": "goroutines",
		"client": map[string]any{
			"connections": pooled(4),
			"io":          map[string]any{"kind": "blocking", "bufferBytes": 0, "replyTimeoutMs": 0},
			"retry":       map[string]any{"maxRetries": 0, "minBackoffMs": 8, "maxBackoffMs": 512},
			"runtime":     map[string]any{"kind": "goroutines", "gomaxprocs": 2},
		},
		"workload": map[string]any{
			"arrivals": closed(8),
			"command":  map[string]any{"kind": "set", "valueBytes": 5},
			"second":   map[string]any{"kind": "get", "valueBytes": 5, "share": 0.5},
			"batch":    map[string]any{"kind": "none"},
			"seed":     1,
		},
		"access": map[string]any{
			"socket":   map[string]any{"path": s.path},
			"database": 0, "resp": 3,
		},
		"keys":  []string{"roundtrip:{t}:0", "roundtrip:{t}:1", "roundtrip:{t}:2", "roundtrip:{t}:3"},
		"ttlMs": 60000, "warmupMs": 50, "measuredMs": 100, "steady": nil, "commandsPerSec": nil,
	}
	for _, e := range edits {
		target := order
		parts := strings.Split(e.path, ".")
		for _, part := range parts[:len(parts)-1] {
			target = target[part].(map[string]any)
		}
		target[parts[len(parts)-1]] = e.value
	}
	return order
}

func pooled(connections int) map[string]any {
	return map[string]any{
		"kind": "pooled", "maxTotal": connections, "maxIdle": 10000, "minIdle": 0, "order": "lifo",
		"handoff": "fifo", "maxWaitMs": 0, "blockWhenExhausted": true, "checkOnGet": "none", "warm": true,
	}
}

func closed(callers int) map[string]any {
	return map[string]any{
		"kind": "closed", "callers": callers, "rampUs": 0, "thinkUs": map[string]any{"kind": "constant", "value": 0},
	}
}

func open(ratePerSec float64, callers int) map[string]any {
	return map[string]any{
		"kind": "open", "ratePerSec": ratePerSec, "process": "poisson", "burstSize": 1, "callers": callers,
		"maxBacklog": 100,
	}
}

func shared(connections int) []edit {
	return []edit{
		{"client.connections", map[string]any{"kind": "shared", "count": connections, "pick": "random"}},
		{"client.io", map[string]any{"kind": "writerReader", "ringSize": 1024, "pingIntervalMs": 1000}},
	}
}

func batch(kind string, size int, more ...edit) edit {
	value := map[string]any{"kind": kind, "size": size, "replyPerKey": true, "roundTrips": 1}
	for _, e := range more {
		value[e.path] = e.value
	}
	return edit{"workload.batch", value}
}

type variant struct {
	name             string
	library, version string
	edits            []edit
}

var autoPipeline = append(shared(1), edit{"client.io.maxBatch", 300})

// variants are the ways in which the libraries use connections.
var variants = []variant{
	{"redigo", "redigo", "1.9.3", nil},
	{"redigo tested", "redigo", "1.9.3", []edit{{"client.connections.testOnBorrow", true}}},
	{"go-redis 8", "goRedis", "8.11.5", nil},
	{"go-redis 9", "goRedis", "9.22.0", nil},
	{"AutoPipeline", "goRedis", "9.22.0", autoPipeline},
	{"rueidis", "rueidis", "1.0.76", shared(2)},
	{"rueidis pooled", "rueidis", "1.0.76", nil},
}

func (v variant) order(s *server, more ...edit) map[string]any {
	return orderFor(s, v.library, v.version, append(append([]edit{}, v.edits...), more...)...)
}

var batches = map[string]edit{
	"single":               batch("none", 1),
	"mget":                 batch("multiKey", 3),
	"mset":                 batch("multiKey", 3, edit{"replyPerKey", false}),
	"pipeline":             batch("pipeline", 5),
	"transaction":          batch("transaction", 5),
	"two-step transaction": batch("transaction", 5, edit{"roundTrips", 2}),
}

// The driver's counts are the server's own, and its reports add up to them.
func TestCounts(t *testing.T) {
	for _, v := range variants {
		for name, batch := range batches {
			if v.name == "AutoPipeline" && name != "single" {
				continue
			}
			t.Run(v.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				s := startServer(t)
				sent, completed := runWhole(t, s, v.order(s, batch))
				calls := s.calls(t)
				for _, name := range []string{"get", "set", "mget", "mset", "multi", "exec", "ping"} {
					if sent[name] != calls[name] {
						t.Errorf("%s: sent %d, the server ran %d", name, sent[name], calls[name])
					}
				}
				if completed == 0 {
					t.Error("no request completed")
				}
			})
		}
	}
}

// runWhole runs an order to its end; it returns the sent commands and the completed requests.
func runWhole(t testing.TB, s *server, order map[string]any) (map[string]int64, int64) {
	t.Helper()
	d := startDriver(t, order)
	sent, completed, _ := d.perform(t)
	_ = d.in.Close()
	if err := d.process.Wait(); err != nil {
		t.Error(err)
	}
	return sent, completed
}

// perform runs a prepared order to its end. It returns the sent commands, the completed requests and the CPU
// time.
func (d *driver) perform(t testing.TB) (map[string]int64, int64, time.Duration) {
	t.Helper()
	d.hear(t, "connected", nil)
	d.say(t, map[string]any{"kind": "run"})
	var completed int64
	var cpuUs float64
	count := func(r *protocol.Report) {
		completed += r.Completed
		cpuUs += *r.Use.Cores * float64(r.IntervalUs)
		for reason, failed := range r.Failures {
			t.Errorf("%d failed: %s (%s)", failed, reason, *r.LastError)
		}
	}
	d.hear(t, "measuring", count)
	d.hear(t, "measured", count)
	ended := d.hear(t, "ended", count)
	if !ended.IsReusable {
		t.Error("something of the run was left")
	}
	return ended.Sent, completed, time.Duration(cpuUs * 1000)
}

// One process runs the orders of all libraries in turn; the counts and the use of each are its own.
func TestOrdersInTurn(t *testing.T) {
	s := startServer(t)
	var d *driver
	before := s.calls(t)
	var busy time.Duration
	perform := func(order map[string]any) (time.Duration, int64) {
		if d == nil {
			d = startDriver(t, order)
		} else {
			d.say(t, map[string]any{"kind": "prepare", "order": order})
		}
		sent, completed, cpu := d.perform(t)
		calls := s.calls(t)
		for _, name := range []string{"get", "set", "ping"} {
			if ran := calls[name] - before[name]; sent[name] != ran {
				t.Errorf("%s of %s: sent %d, the server ran %d", name, order["library"], sent[name], ran)
			}
		}
		before = calls
		return cpu, completed
	}
	for _, v := range variants {
		cpu, _ := perform(v.order(s, edit{"client.runtime.gomaxprocs", 1}))
		busy += cpu
	}
	slow := open(50, 4)
	cpu, completed := perform(variants[0].order(s, edit{"workload.arrivals", slow}, edit{"measuredMs", 500}))
	if completed == 0 || cpu > busy/2 {
		t.Errorf("%d slow requests used %v of CPU after orders with %v", completed, cpu, busy)
	}
}

// A run that Redis leaves without replies is the last of its process.
func TestLeftover(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	d := startDriver(t, variants[0].order(s, edit{"measuredMs", 300}))
	d.hear(t, "connected", nil)
	d.say(t, map[string]any{"kind": "run"})
	d.hear(t, "measuring", nil)
	pause(t, s)
	defer resume(t, s)
	if ended := d.hear(t, "ended", nil); ended.IsReusable {
		t.Error("a run with requests in progress left nothing")
	}
	if err := d.process.Wait(); err != nil {
		t.Error(err)
	}
}

// An order at the wrong time is refused.
func TestOrderDuringARun(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	d := startDriver(t, variants[0].order(s))
	d.hear(t, "connected", nil)
	d.say(t, map[string]any{"kind": "prepare", "order": variants[0].order(s)})
	if !d.out.Scan() || !strings.Contains(d.out.Text(), "wrong time") {
		t.Errorf("instead of a refusal: %s", d.out.Text())
	}
}

// No command follows a stop by more than 100 ms, also when Redis is silent and callers wait for the pool.
func TestStop(t *testing.T) {
	for _, v := range variants {
		for _, isPaused := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/paused=%v", v.name, isPaused), func(t *testing.T) {
				t.Parallel()
				s := startServer(t)
				d := startDriver(t, v.order(s, edit{"measuredMs", 60000}, edit{"workload.arrivals", closed(200)}))
				d.hear(t, "connected", nil)
				d.say(t, map[string]any{"kind": "run"})
				d.hear(t, "measuring", nil)
				if isPaused {
					pause(t, s)
				}
				started := time.Now()
				d.say(t, map[string]any{"kind": "stop"})
				ended := d.hear(t, "ended", func(r *protocol.Report) {
					if len(r.Failures) > 0 {
						t.Errorf("the stop counted as failures: %v", r.Failures)
					}
				})
				if took := time.Since(started); took > 200*time.Millisecond {
					t.Errorf("ended after %v", took)
				}
				if err := d.process.Wait(); err != nil {
					t.Error(err)
				}
				if isPaused {
					resume(t, s)
				}
				calls := s.calls(t)
				time.Sleep(20 * time.Millisecond)
				later := s.calls(t)
				for _, name := range []string{"get", "set"} {
					if ended.Sent[name] < calls[name] || later[name] != calls[name] {
						t.Errorf("%s: sent %d, the server ran %d and later %d",
							name, ended.Sent[name], calls[name], later[name])
					}
				}
			})
		}
	}
}

func pause(t testing.TB, s *server) {
	t.Helper()
	if err := s.process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	// All callers now wait for replies or for a connection.
	time.Sleep(100 * time.Millisecond)
}

func resume(t testing.TB, s *server) {
	t.Helper()
	if err := s.process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
}

// A stop before the run, and while Redis does not answer the first connection.
func TestStopEarly(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	t.Run("connected", func(t *testing.T) {
		d := startDriver(t, variants[0].order(s))
		d.hear(t, "connected", nil)
		d.say(t, map[string]any{"kind": "stop"})
		d.hear(t, "ended", nil)
	})
	t.Run("connecting", func(t *testing.T) {
		pause(t, s)
		defer resume(t, s)
		for _, v := range variants {
			d := startDriver(t, v.order(s))
			time.Sleep(100 * time.Millisecond)
			d.say(t, map[string]any{"kind": "stop"})
			d.hear(t, "ended", nil)
		}
	})
}

// The driver ends without output when the bridge is gone.
func TestEndOfInput(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	d := startDriver(t, variants[0].order(s, edit{"measuredMs", 60000}))
	d.hear(t, "connected", nil)
	d.say(t, map[string]any{"kind": "run"})
	d.hear(t, "measuring", nil)
	started := time.Now()
	_ = d.in.Close()
	for d.out.Scan() {
		if !strings.Contains(d.out.Text(), `"report"`) {
			t.Errorf("after the end of input: %s", d.out.Text())
		}
	}
	if err := d.process.Wait(); err != nil {
		t.Error(err)
	}
	if took := time.Since(started); took > time.Second {
		t.Errorf("ended after %v", took)
	}
	before := s.calls(t)
	time.Sleep(50 * time.Millisecond)
	if after := s.calls(t); after["set"] != before["set"] {
		t.Error("commands after the end of input")
	}
}

// Every key expires, also after the driver was killed.
func TestNoKeyStays(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	d := startDriver(t, variants[0].order(s, batch("transaction", 3), edit{"measuredMs", 60000}))
	d.hear(t, "connected", nil)
	d.say(t, map[string]any{"kind": "run"})
	d.hear(t, "measuring", nil)
	_ = d.process.Process.Kill()
	_ = d.process.Wait()
	keys, err := redis.Strings(s.conn.Do("KEYS", "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) != 4 {
		t.Errorf("keys %v", keys)
	}
	for _, key := range keys {
		if left, err := redis.Int(s.conn.Do("PTTL", key)); err != nil || left <= 0 || left > 60000 {
			t.Errorf("%s expires in %d ms (%v)", key, left, err)
		}
	}
}

// An open load keeps its rate; its response times count from the intended arrivals.
func TestOpen(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	t.Run("rate", func(t *testing.T) {
		order := variants[3].order(s, edit{"workload.arrivals", open(2000, 50)}, edit{"measuredMs", 950})
		_, completed := runWhole(t, s, order)
		// A busy machine sheds some.
		if completed < 500 || completed > 2300 {
			t.Errorf("%d requests in 1 s at 2000 a second", completed)
		}
	})
	t.Run("intended start", func(t *testing.T) {
		order := variants[3].order(s, edit{"workload.arrivals", open(500, 2)}, edit{"warmupMs", 0},
			edit{"measuredMs", 600})
		d := startDriver(t, order)
		d.hear(t, "connected", nil)
		d.say(t, map[string]any{"kind": "run"})
		d.hear(t, "measuring", nil)
		pause(t, s)
		time.Sleep(200 * time.Millisecond)
		resume(t, s)
		var most, count, waitCallerNs, sumNs, inProgressUs int64
		each := func(r *protocol.Report) {
			most = max(most, r.Response.MaxNs)
			count += r.Completed
			sumNs += r.Response.SumNs
			waitCallerNs += r.WaitCallerNs
			inProgressUs += int64(r.InProgressUs)
		}
		d.hear(t, "ended", each)
		if most < 250e6 {
			t.Errorf("the longest response took %d ms in spite of a pause of 300 ms", most/1e6)
		}
		// Half of the arrivals met the pause; all but two of them waited for a caller.
		if mean := waitCallerNs / count; mean < 20e6 {
			t.Errorf("they waited %d ms for a caller in the mean", mean/1e6)
		}
		if ratio := float64(inProgressUs*1000) / float64(sumNs); ratio < 0.9 || ratio > 1.1 {
			t.Errorf("the integral of requests in progress is %.2f of the sum of response times", ratio)
		}
	})
	t.Run("backlog", func(t *testing.T) {
		order := variants[3].order(s, edit{"workload.arrivals", open(100_000, 1)})
		d := startDriver(t, order)
		d.hear(t, "connected", nil)
		d.say(t, map[string]any{"kind": "run"})
		var shed int64
		d.hear(t, "ended", func(r *protocol.Report) { shed += r.Shed })
		if shed == 0 {
			t.Error("no arrival was shed")
		}
	})
}

// A think time is exact, and a limit of commands holds.
func TestPace(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	t.Run("think", func(t *testing.T) {
		arrivals := closed(2)
		arrivals["thinkUs"] = map[string]any{"kind": "constant", "value": 500}
		order := variants[0].order(s, edit{"workload.arrivals", arrivals}, edit{"measuredMs", 900})
		_, completed := runWhole(t, s, order)
		// A busy machine makes fewer; none starts before its time.
		if completed < 20 || completed > 4000 {
			t.Errorf("%d requests of two callers in 1 s with think times of 500 µs", completed)
		}
	})
	t.Run("limit", func(t *testing.T) {
		order := variants[0].order(s, edit{"commandsPerSec", 1000}, edit{"measuredMs", 900})
		_, completed := runWhole(t, s, order)
		if completed < 300 || completed > 1200 {
			t.Errorf("%d requests in 1 s with a limit of 1000", completed)
		}
	})
}

// What a library lacks is refused with a sentence.
func TestRefused(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	for name, order := range map[string]map[string]any{
		"has no library named jedis":   orderFor(s, "jedis", "5.2.0"),
		"was built with redigo 1.9.3":  orderFor(s, "redigo", "1.8.0"),
		"run goroutines only":          variants[0].order(s, edit{"runtime", "threads"}),
		"has no shared connections":    variants[0].order(s, shared(1)...),
		"has no test of borrowed":      variants[2].order(s, edit{"client.connections.testOnBorrow", true}),
		"has no number of shared":      variants[5].order(s, shared(3)...),
		"could not connect to Redis":   variants[0].order(s, edit{"access.socket", map[string]any{"host": "127.0.0.1", "port": freePort(t), "tls": nil}}),
		"could not connect to Redis: ": variants[3].order(s, edit{"access.socket", map[string]any{"host": "127.0.0.1", "port": freePort(t), "tls": nil}}),
	} {
		t.Run(name, func(t *testing.T) {
			d := startDriver(t, order)
			if !d.out.Scan() || !strings.Contains(d.out.Text(), `"refused"`) || !strings.Contains(d.out.Text(), name) {
				t.Errorf("instead of a refusal: %s", d.out.Text())
			}
		})
	}
}

// Sampled requests show where their time went, unless the library hides it.
func TestSamples(t *testing.T) {
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t)
			keys := make([]string, 1000)
			for i := range keys {
				keys[i] = fmt.Sprintf("roundtrip:{t}:%d", i)
			}
			d := startDriver(t, v.order(s, edit{"keys", keys}, edit{"measuredMs", 1000}))
			d.hear(t, "connected", nil)
			d.say(t, map[string]any{"kind": "run"})
			var all, observed, endUs int64
			d.hear(t, "ended", func(r *protocol.Report) {
				look := r.Look
				if look == nil {
					return
				}
				if look.FromUs < endUs || look.ToUs < look.FromUs {
					t.Errorf("a sample from %d to %d after %d", look.FromUs, look.ToUs, endUs)
				}
				endUs = look.ToUs
				for i := range look.Caller {
					all++
					if look.UnwrittenUs[i] != nil {
						observed++
						if *look.UnwrittenUs[i] < 0 || look.AwayUs[i] < 0 || *look.DeliveryUs[i] < 0 || look.Connection[i] < 0 {
							t.Errorf("request %d of %+v", i, look)
						}
					}
					if look.WaitCallerUs[i] < 0 || look.WaitConnectionUs[i] < 0 {
						t.Errorf("request %d of %+v", i, look)
					}
				}
			})
			t.Logf("%d of %d observed", observed, all)
			if all < 100 || observed < all/3 {
				t.Errorf("only %d of %d sampled requests were observed", observed, all)
			}
		})
	}
}

// The warm-up goes on until the throughput is steady, at most to its limit.
func TestSteady(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	d := startDriver(t, variants[0].order(s, edit{"steady", map[string]any{"maxWarmupMs": 700}}))
	d.hear(t, "connected", nil)
	d.say(t, map[string]any{"kind": "run"})
	measuring := d.hear(t, "measuring", nil)
	if measuring.IsSteady == nil || *measuring.IsSteady || measuring.WarmupUs < 700_000 {
		t.Errorf("four windows of half a second within 0.7 s: %+v", measuring)
	}
}
