package clock

import (
	"sync"
	"testing"
	"time"
)

func TestUntil(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("is exact", func(t *testing.T) {
		sleeper := c.Sleeper()
		shortest := int64(1e9)
		for range 200 {
			before := Now()
			sleeper.Until(before + 50_000)
			took := Now() - before
			if took < 50_000 {
				t.Fatalf("woken after %d ns", took)
			}
			shortest = min(shortest, took)
		}
		// Go's own timers take at least 1 ms when nothing else runs.
		if shortest > 500_000 {
			t.Errorf("the shortest of 200 sleeps of 50 µs took %d µs", shortest/1000)
		}
	})
	t.Run("wakes in order", func(t *testing.T) {
		var order []int
		var mu sync.Mutex
		var all sync.WaitGroup
		start := Now()
		for _, i := range []int{3, 1, 2} {
			sleeper := c.Sleeper()
			all.Go(func() {
				sleeper.Until(start + int64(i)*int64(50*time.Millisecond))
				mu.Lock()
				order = append(order, i)
				mu.Unlock()
			})
		}
		all.Wait()
		if order[0] != 1 || order[1] != 2 || order[2] != 3 {
			t.Errorf("woken in the order %v", order)
		}
	})
}
