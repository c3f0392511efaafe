package clock

import (
	"os"

	"golang.org/x/sys/unix"
)

// kernelTimer is a timerfd: Go's poller sees it expire like a socket that has data, without rounding.
type kernelTimer struct {
	fd   int
	file *os.File
}

func newTimer() (timer, error) {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	return &kernelTimer{fd, os.NewFile(uintptr(fd), "timer")}, nil
}

func (t *kernelTimer) set(delayNs int64) {
	// Zero would disarm it.
	value := unix.NsecToTimespec(max(1, delayNs))
	// It fails only for invalid arguments.
	_ = unix.TimerfdSettime(t.fd, 0, &unix.ItimerSpec{Value: value}, nil)
}

func (t *kernelTimer) wait() error {
	var expirations [8]byte
	_, err := t.file.Read(expirations[:])
	return err
}
