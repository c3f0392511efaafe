// Bare sends SET in a closed loop with nothing around the library: the most that a driver could reach. It
// prints the requests per second.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	redis8 "github.com/go-redis/redis/v8"
	"github.com/gomodule/redigo/redis"
	redis9 "github.com/redis/go-redis/v9"
	"github.com/redis/rueidis"
)

const ttl = time.Minute

func main() {
	library := flag.String("library", "redigo", "redigo, goRedis8, goRedis9 or rueidis")
	address := flag.String("address", "127.0.0.1:6379", "host and port of Redis")
	goroutines := flag.Int("goroutines", 50, "callers")
	connections := flag.Int("connections", 50, "size of the pool; shared connections of rueidis")
	warmup := flag.Duration("warmup", time.Second, "time before counting")
	measured := flag.Duration("measured", 2*time.Second, "time of counting")
	flag.Parse()
	newSet := map[string]func(string, int) func(string, string) error{
		"redigo": openRedigo, "goRedis8": openGoRedis8, "goRedis9": openGoRedis9, "rueidis": openRueidis,
	}[*library]
	if newSet == nil {
		log.Fatalf("there is no library named %s", *library)
	}
	set := newSet(*address, *connections)
	counts := make([]struct {
		count atomic.Int64
		_     [64]byte
	}, *goroutines)
	for i := range counts {
		go func() {
			for turn := i; ; turn++ {
				if err := set(keys[turn%len(keys)], "vvvvv"); err != nil {
					log.Fatal(err)
				}
				counts[i].count.Add(1)
			}
		}()
	}
	total := func() (sum int64) {
		for i := range counts {
			sum += counts[i].count.Load()
		}
		return sum
	}
	time.Sleep(*warmup)
	before, start := total(), time.Now()
	time.Sleep(*measured)
	fmt.Printf("%.0f\n", float64(total()-before)/time.Since(start).Seconds())
}

var keys = func() []string {
	all := make([]string, 1000)
	for i := range all {
		all[i] = fmt.Sprintf("roundtrip:{bare}:%08d", i)
	}
	return all
}()

func openRedigo(address string, connections int) func(string, string) error {
	pool := &redis.Pool{
		MaxActive: connections, MaxIdle: connections, Wait: true,
		Dial: func() (redis.Conn, error) { return redis.Dial("tcp", address) },
	}
	return func(key, value string) error {
		conn := pool.Get()
		defer conn.Close()
		_, err := conn.Do("SET", key, value, "PX", strconv.Itoa(int(ttl.Milliseconds())))
		return err
	}
}

func openGoRedis8(address string, connections int) func(string, string) error {
	client := redis8.NewClient(&redis8.Options{
		Addr: address, PoolSize: connections, ReadTimeout: -1, MaxRetries: -1,
	})
	return func(key, value string) error { return client.Set(context.Background(), key, value, ttl).Err() }
}

func openGoRedis9(address string, connections int) func(string, string) error {
	client := redis9.NewClient(&redis9.Options{
		Addr: address, PoolSize: connections, ReadTimeout: -1, MaxRetries: -1,
	})
	return func(key, value string) error { return client.Set(context.Background(), key, value, ttl).Err() }
}

func openRueidis(address string, connections int) func(string, string) error {
	multiplex := -1
	if connections > 1 {
		multiplex = len(strings.TrimLeft(strconv.FormatInt(int64(connections), 2), "1"))
	}
	client, err := rueidis.NewClient(rueidis.ClientOption{
		InitAddress: []string{address}, ForceSingleClient: true, DisableCache: true, PipelineMultiplex: multiplex,
	})
	if err != nil {
		log.Fatal(err)
	}
	return func(key, value string) error {
		command := client.B().Set().Key(key).Value(value).PxMilliseconds(ttl.Milliseconds()).Build()
		return client.Do(context.Background(), command).Error()
	}
}
