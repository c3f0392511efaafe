package load

import (
	"sync"

	"roundtrip/driver/internal/clock"
)

// allowance limits the commands per second of all callers. A tenth of a second's budget may go at once.
type allowance struct {
	mu                    sync.Mutex
	perNs, most, left, at float64
	commands              float64
}

// newAllowance returns nil without a limit.
func newAllowance(commandsPerSec *float64, commandsPerRequest int) *allowance {
	if commandsPerSec == nil {
		return nil
	}
	commands := float64(commandsPerRequest)
	most := max(*commandsPerSec/10, commands)
	return &allowance{
		perNs: *commandsPerSec / 1e9, most: most, left: most, at: float64(clock.Now()), commands: commands,
	}
}

// takes tells whether another request may go now, and takes its commands.
func (a *allowance) takes() bool {
	if a == nil {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	now := float64(clock.Now())
	a.left = min(a.most, a.left+(now-a.at)*a.perNs)
	a.at = now
	if a.left < a.commands {
		return false
	}
	a.left -= a.commands
	return true
}
