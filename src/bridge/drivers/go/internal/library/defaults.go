package library

import (
	"reflect"
	"runtime"
	"strings"
	"time"

	redis8 "github.com/go-redis/redis/v8"
	redigo "github.com/gomodule/redigo/redis"
	redis9 "github.com/redis/go-redis/v9"
	"github.com/redis/rueidis"
)

// Defaults are the options of the libraries on this machine, by the names of their fields.
type Defaults struct {
	Go string `json:"go"`
	// Several defaults depend on it.
	GOMAXPROCS int                       `json:"gomaxprocs"`
	Versions   map[string][]string       `json:"versions"`
	Options    map[string]map[string]any `json:"options"`
}

// AllDefaults reads the defaults from the libraries themselves. rueidis sets its own only while it connects:
// its constants stand for the fields that are zero before.
func AllDefaults() Defaults {
	client8 := redis8.NewClient(&redis8.Options{})
	defer client8.Close()
	client9 := redis9.NewClient(&redis9.Options{})
	defer client9.Close()
	// A cluster client without addresses finds no node, and asks for none before its first command.
	cluster9 := redis9.NewClusterClient(&redis9.ClusterOptions{})
	defer cluster9.Close()
	of9 := optionsOf(client9.Options())
	return Defaults{
		Go:         strings.TrimPrefix(runtime.Version(), "go"),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		Versions:   Versions(),
		Options: map[string]map[string]any{
			"redigo.Pool":                   optionsOf(redigo.Pool{}),
			"goRedis8.Options":              optionsOf(client8.Options()),
			"goRedis9.Options":              of9,
			"goRedis9.ClusterOptions":       optionsOf(cluster9.Options()),
			"goRedis9.AutoPipelineOptions":  optionsOf(redis9.DefaultBlockingAutoPipelineOptions()),
			"goRedis9.AsyncPipelineOptions": optionsOf(redis9.DefaultAutoPipelineOptions()),
			"rueidis.ClientOption":          optionsOf(rueidis.ClientOption{}),
			"rueidis.constants": {
				"CacheSizeEachConn":   rueidis.DefaultCacheBytes,
				"RingScaleEachConn":   rueidis.DefaultRingScale,
				"BlockingPoolSize":    rueidis.DefaultPoolSize,
				"BlockingPipeline":    rueidis.DefaultBlockingPipeline,
				"Dialer.Timeout":      rueidis.DefaultDialTimeout.String(),
				"Dialer.KeepAlive":    rueidis.DefaultTCPKeepAlive.String(),
				"ReadBufferEachConn":  rueidis.DefaultReadBuffer,
				"WriteBufferEachConn": rueidis.DefaultWriteBuffer,
			},
		},
	}
}

// optionsOf lists the exported fields of options that are numbers, switches, names or durations; a duration is
// in Go's notation, as 5s.
func optionsOf(options any) map[string]any {
	value := reflect.Indirect(reflect.ValueOf(options))
	list := map[string]any{}
	for i := range value.NumField() {
		field := value.Type().Field(i)
		if !field.IsExported() {
			continue
		}
		switch each := value.Field(i); each.Kind() {
		case reflect.Bool, reflect.String, reflect.Int, reflect.Int64:
			if duration, ok := each.Interface().(time.Duration); ok {
				list[field.Name] = duration.String()
			} else {
				list[field.Name] = each.Interface()
			}
		}
	}
	return list
}
