package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"roundtrip/driver/internal/protocol"
)

const rounds = 5

// BenchmarkAgainstBare measures the driver's throughput against a bare program with the same library,
// goroutines and connections, in turns, and reports the ratio of the medians.
//
//	go test -run '^$' -bench AgainstBare -benchtime 1x .
func BenchmarkAgainstBare(b *testing.B) {
	bare := filepath.Join(b.TempDir(), "bare")
	if out, err := exec.Command("go", "build", "-o", bare, "./bare").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	for _, c := range []struct {
		name        string
		variant     variant
		library     string
		connections int
	}{
		{"redigo/8", variants[0], "redigo", 8},
		{"redigo/50", variants[0], "redigo", 50},
		{"go-redis8/50", variants[2], "goRedis8", 50},
		{"go-redis9/50", variants[3], "goRedis9", 50},
		{"rueidis/2", variants[5], "rueidis", 2},
	} {
		b.Run(c.name, func(b *testing.B) {
			port := freePort(b)
			s := startServer(b, "--port", strconv.Itoa(port))
			var bares, drivers []float64
			for range rounds {
				bares = append(bares, runBare(b, bare, port, c.library, c.connections))
				drivers = append(drivers, runDriver(b, s, port, c.variant, c.connections))
			}
			b.ReportMetric(median(bares), "bare/s")
			b.ReportMetric(median(drivers), "driver/s")
			b.ReportMetric(median(drivers)/median(bares), "ratio")
			b.ReportMetric(0, "ns/op")
			b.Logf("bare %.0f, driver %.0f", bares, drivers)
		})
	}
}

const goroutines = 50

func runBare(b *testing.B, bare string, port int, library string, connections int) float64 {
	b.Helper()
	command := exec.Command(bare, "-library", library, "-address", fmt.Sprintf("127.0.0.1:%d", port),
		"-goroutines", strconv.Itoa(goroutines), "-connections", strconv.Itoa(connections))
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		b.Fatal(err)
	}
	perSec, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if err != nil {
		b.Fatal(err)
	}
	return perSec
}

func runDriver(b *testing.B, s *server, port int, v variant, connections int) float64 {
	b.Helper()
	keys := make([]string, 1000)
	for i := range keys {
		keys[i] = fmt.Sprintf("roundtrip:{bare}:%08d", i)
	}
	edits := []edit{
		{"keys", keys}, {"workload.second", nil}, {"workload.arrivals", closed(goroutines)},
		{"warmupMs", 1000}, {"measuredMs", 2000},
		{"access.socket", map[string]any{"host": "127.0.0.1", "port": port, "tls": nil}},
	}
	if len(v.edits) == 0 {
		edits = append(edits, edit{"client.connections", pooled(connections)})
	}
	d := startDriver(b, v.order(s, edits...))
	d.hear(b, "connected", nil)
	d.say(b, map[string]any{"kind": "run"})
	d.hear(b, "measuring", nil)
	var completed, us int64
	d.hear(b, "measured", func(r *protocol.Report) {
		completed += r.Completed
		us += r.IntervalUs
	})
	d.hear(b, "ended", nil)
	return float64(completed) / float64(us) * 1e6
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
