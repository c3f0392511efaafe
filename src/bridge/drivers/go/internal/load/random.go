package load

import (
	"math"
	"math/rand/v2"

	"roundtrip/driver/internal/protocol"
)

// The uses of random numbers, each with a stream of its own.
const (
	thinks = iota
	mix
	arrivals
	streams
)

// randomFor is one caller's stream of one use.
func randomFor(seed uint64, stream, caller int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(caller*streams+stream)))
}

// sampler samples a distribution; whole ns from µs.
func sampler(dist protocol.Dist, random *rand.Rand) func() int64 {
	draw := drawer(dist, random)
	return func() int64 { return int64(draw() * 1000) }
}

func drawer(dist protocol.Dist, random *rand.Rand) func() float64 {
	switch dist.Kind {
	case "uniform":
		return func() float64 { return dist.Min + (dist.Max-dist.Min)*random.Float64() }
	case "exponential":
		return func() float64 { return dist.Mean * random.ExpFloat64() }
	case "erlang":
		return func() float64 {
			sum := 0.0
			for range dist.Stages {
				sum += random.ExpFloat64()
			}
			return sum * dist.Mean / float64(dist.Stages)
		}
	case "lognormal":
		variance := math.Log(1 + dist.SCV)
		return func() float64 {
			return dist.Mean * math.Exp(random.NormFloat64()*math.Sqrt(variance)-variance/2)
		}
	case "hyperexponential":
		// Two branches of equal mean weight, as in the engine.
		p := (1 + math.Sqrt((dist.SCV-1)/(dist.SCV+1))) / 2
		return func() float64 {
			share := p
			if random.Float64() >= p {
				share = 1 - p
			}
			// A share of nothing is never drawn.
			return random.ExpFloat64() * dist.Mean / (2 * max(share, math.SmallestNonzeroFloat64))
		}
	}
	return func() float64 { return dist.Value }
}
