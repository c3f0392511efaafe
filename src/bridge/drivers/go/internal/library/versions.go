package library

import (
	"runtime/debug"
	"strings"
)

var modules = map[string]string{
	"github.com/gomodule/redigo":   "redigo",
	"github.com/go-redis/redis/v8": "goRedis",
	"github.com/redis/go-redis/v9": "goRedis",
	"github.com/redis/rueidis":     "rueidis",
}

// Versions are those of the libraries that this program was built with, by name.
func Versions() map[string][]string {
	versions := map[string][]string{}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return versions
	}
	for _, module := range info.Deps {
		if name := modules[module.Path]; name != "" {
			versions[name] = append(versions[name], strings.TrimPrefix(module.Version, "v"))
		}
	}
	return versions
}
