// Package protocol holds the messages between the bridge and the driver: one JSON object a line, as
// src/bridge/drivers/protocol.schema.json describes them.
package protocol

// ToDriver is a message of the bridge: prepare (with an order), run or stop.
type ToDriver struct {
	Kind  string `json:"kind"`
	Order *Order `json:"order,omitempty"`
}

// Order says what to run, how long and against which Redis.
type Order struct {
	Library  string   `json:"library"`
	Version  string   `json:"version"`
	Runtime  string   `json:"runtime"`
	Client   Client   `json:"client"`
	Workload Workload `json:"workload"`
	Access   Access   `json:"access"`
	// Full names; callers take them in turn.
	Keys []string `json:"keys"`
	// Expiry of every SET.
	TTLMs      int     `json:"ttlMs"`
	WarmupMs   float64 `json:"warmupMs"`
	MeasuredMs float64 `json:"measuredMs"`
	// If set, the warm-up goes on until the throughput is steady.
	Steady *Steady `json:"steady"`
	// Maximum commands per second; null: unlimited.
	CommandsPerSec *float64 `json:"commandsPerSec"`
}

// Steady limits a warm-up that lasts until the throughput is steady.
type Steady struct {
	MaxWarmupMs float64 `json:"maxWarmupMs"`
}

// Client is the scenario's client section, as far as Go clients use it.
type Client struct {
	Connections Connections `json:"connections"`
	IO          IO          `json:"io"`
	Retry       Retry       `json:"retry"`
	Runtime     Runtime     `json:"runtime"`
}

// Connections is how callers use connections: pooled, shared or perRequest.
type Connections struct {
	Kind string `json:"kind"`

	// Shared.
	Count int    `json:"count"`
	Pick  string `json:"pick"`

	// Pooled.
	MaxTotal                  int     `json:"maxTotal"`
	MaxIdle                   int     `json:"maxIdle"`
	MinIdle                   int     `json:"minIdle"`
	Order                     string  `json:"order"`
	Handoff                   string  `json:"handoff"`
	MaxWaitMs                 float64 `json:"maxWaitMs"`
	BlockWhenExhausted        bool    `json:"blockWhenExhausted"`
	CheckOnGet                string  `json:"checkOnGet"`
	FillInBackground          bool    `json:"fillInBackground"`
	IdleTimeoutMs             float64 `json:"idleTimeoutMs"`
	MaxLifetimeMs             float64 `json:"maxLifetimeMs"`
	SoftMinEvictableIdleMs    float64 `json:"softMinEvictableIdleMs"`
	TestOnBorrow              bool    `json:"testOnBorrow"`
	TestOnCreate              bool    `json:"testOnCreate"`
	TestOnReturn              bool    `json:"testOnReturn"`
	TestWhileIdle             bool    `json:"testWhileIdle"`
	TimeBetweenEvictionRunsMs float64 `json:"timeBetweenEvictionRunsMs"`
	Warm                      bool    `json:"warm"`
	Wrap                      bool    `json:"wrap"`
}

// IO says which goroutines make the socket calls: blocking or writerReader.
type IO struct {
	Kind           string  `json:"kind"`
	BufferBytes    int     `json:"bufferBytes"`
	ReplyTimeoutMs float64 `json:"replyTimeoutMs"`

	// WriterReader.
	FlushDelayUs   float64 `json:"flushDelayUs"`
	MaxBatch       int     `json:"maxBatch"`
	PingIntervalMs float64 `json:"pingIntervalMs"`
	RingSize       int     `json:"ringSize"`
}

// Retry is how a client handles failures.
type Retry struct {
	MaxRetries   int     `json:"maxRetries"`
	MinBackoffMs float64 `json:"minBackoffMs"`
	MaxBackoffMs float64 `json:"maxBackoffMs"`
}

// Runtime is what runs the callers.
type Runtime struct {
	Kind       string `json:"kind"`
	GOMAXPROCS int    `json:"gomaxprocs"`
}

// Workload is what the callers send, and when.
type Workload struct {
	Arrivals Arrivals `json:"arrivals"`
	Command  Command  `json:"command"`
	Second   *Second  `json:"second"`
	Batch    Batch    `json:"batch"`
	Seed     uint64   `json:"seed"`
}

// Arrivals are closed (callers that wait for their replies) or open (independent arrivals).
type Arrivals struct {
	Kind    string `json:"kind"`
	Callers int    `json:"callers"`

	// Closed.
	RampUs  float64 `json:"rampUs"`
	ThinkUs Dist    `json:"thinkUs"`

	// Open.
	RatePerSec float64 `json:"ratePerSec"`
	Process    string  `json:"process"`
	BurstSize  int     `json:"burstSize"`
	MaxBacklog int     `json:"maxBacklog"`
}

// Command is a SET or GET with the size of its value.
type Command struct {
	Kind       string `json:"kind"`
	ValueBytes int    `json:"valueBytes"`
}

// Second is a second command in the mix.
type Second struct {
	Command
	Share float64 `json:"share"`
}

// Batch is how many commands make a request: none, multiKey, pipeline or transaction.
type Batch struct {
	Kind        string `json:"kind"`
	Size        int    `json:"size"`
	ReplyPerKey bool   `json:"replyPerKey"`
	RoundTrips  int    `json:"roundTrips"`
}

// Dist is a distribution of durations, in µs.
type Dist struct {
	Kind   string  `json:"kind"`
	Value  float64 `json:"value"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
	Mean   float64 `json:"mean"`
	Stages int     `json:"stages"`
	SCV    float64 `json:"scv"`
}

// Access is how to reach Redis. It contains secrets, so it comes on standard input only.
type Access struct {
	Socket Socket `json:"socket"`
	// Addresses of the nodes of a cluster; none: a single server.
	Nodes    []Socket `json:"nodes"`
	Username string   `json:"username"`
	Password string   `json:"password"`
	Database int      `json:"database"`
	RESP     int      `json:"resp"`
}

// Socket is a path, or a host and port.
type Socket struct {
	Path string `json:"path"`
	Host string `json:"host"`
	Port int    `json:"port"`
	TLS  *TLS   `json:"tls"`
}

// TLS is the expected name of the certificate, and a CA to trust besides the system's (PEM).
type TLS struct {
	Servername string `json:"servername"`
	CA         string `json:"ca"`
}

// Connected says that the connections are open.
type Connected struct {
	Kind     string            `json:"kind"`
	Versions map[string]string `json:"versions"`
}

// Measuring says that the warm-up has ended. IsSteady is null if the order does not ask for it.
type Measuring struct {
	Kind     string `json:"kind"`
	WarmupUs int64  `json:"warmupUs"`
	IsSteady *bool  `json:"isSteady"`
}

// Reporting is a report, ten times a second.
type Reporting struct {
	Kind   string  `json:"kind"`
	Report *Report `json:"report"`
}

// Measured says that the measured time is over.
type Measured struct {
	Kind string `json:"kind"`
}

// Ended says that the connections are closed, how many commands were sent in the whole run, and whether the
// process waits for another order.
type Ended struct {
	Kind       string           `json:"kind"`
	Sent       map[string]int64 `json:"sent"`
	IsReusable bool             `json:"isReusable"`
}

// Refused says why the order cannot run: one sentence.
type Refused struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// Report is the activity since the last report. All fields are additive.
type Report struct {
	AtUs       int64 `json:"atUs"`
	IntervalUs int64 `json:"intervalUs"`
	IsWarmup   bool  `json:"isWarmup"`
	Issued     int64 `json:"issued"`
	Completed  int64 `json:"completed"`
	Shed       int64 `json:"shed"`
	// By reason: the first word of Redis' error, or the driver's own in lower case.
	Failures map[string]int64 `json:"failures"`
	// Requests in progress at the end of the interval, and the time integral of their number (number × µs).
	InProgress   int64   `json:"inProgress"`
	InProgressUs float64 `json:"inProgressUs"`
	OldestUs     *int64  `json:"oldestUs"`
	Response     Tally   `json:"response"`
	// Sums over the completed requests.
	WaitCallerNs     int64          `json:"waitCallerNs"`
	WaitConnectionNs int64          `json:"waitConnectionNs"`
	Look             *RequestSample `json:"look"`
	Use              ProcessUse     `json:"use"`
	LastError        *string        `json:"lastError"`
	// Time without any reply while requests were in flight.
	SilentMs       int64 `json:"silentMs"`
	WasRateLimited bool  `json:"wasRateLimited"`
}

// Tally is a histogram in the bridge's buckets: indices and counts, ascending. Sum and extremes
// are exact; without values there is no least.
type Tally struct {
	Buckets []int   `json:"buckets"`
	Counts  []int64 `json:"counts"`
	Count   int64   `json:"count"`
	SumNs   int64   `json:"sumNs"`
	MinNs   *int64  `json:"minNs"`
	MaxNs   int64   `json:"maxNs"`
}

// RequestSample is a sample of single requests, one index per request, times in µs since the first request
// of the run. Null: not observed.
type RequestSample struct {
	FromUs           int64    `json:"fromUs"`
	ToUs             int64    `json:"toUs"`
	Caller           []int    `json:"caller"`
	Connection       []int    `json:"connection"`
	StartUs          []int64  `json:"startUs"`
	WaitCallerUs     []int64  `json:"waitCallerUs"`
	WaitConnectionUs []int64  `json:"waitConnectionUs"`
	UnwrittenUs      []*int64 `json:"unwrittenUs"`
	AwayUs           []int64  `json:"awayUs"`
	DeliveryUs       []*int64 `json:"deliveryUs"`
	Failed           []int    `json:"failed"`
}

// ProcessUse is what the driver's process used since the last report. Null: the system does not tell.
type ProcessUse struct {
	Cores               *float64 `json:"cores"`
	VoluntarySwitches   *int64   `json:"voluntarySwitches"`
	InvoluntarySwitches *int64   `json:"involuntarySwitches"`
	ResidentBytes       *int64   `json:"residentBytes"`
	// Time in which the garbage collector stopped all goroutines.
	GCUs *float64 `json:"gcUs"`
}
