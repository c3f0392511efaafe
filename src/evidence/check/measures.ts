/** Named metrics of the articles, as formulas over one `run`. */
export const measures: Readonly<Record<string, string>> = {
  /** Completed requests per second. */
  qps: 'run.throughput.perSec',
  /** Mean response time as the caller sees it, µs. */
  meanUs: 'run.responseTime.meanUs',
  /** Mean wait for a connection of the pool, µs. */
  poolWaitUs: 'run.phases.waitConnection.time.meanUs',
  /** Share of callers that wait for a connection of the pool, including those that never get one. */
  poolWaiting: 'run.threads.caller.shares.waitConnection',
  /** Mean time a connection is checked out, µs. */
  holdUs: 'run.responseTime.meanUs - run.phases.waitConnection.time.meanUs',
  /** Mean time of the command on its connection, without the test before it, µs. */
  commandUs:
    'run.responseTime.meanUs - run.phases.waitConnection.time.meanUs - run.phases.testOnBorrow.time.meanUs',
  /** Kernel share of the client machine's busy time: system calls and context switches, as in `top`. */
  kernelShare: '(run.hosts.client.kernel + run.hosts.client.switch) / (1 - run.hosts.client.idle)',
  /** Share of the time in which callers have work: on a core, or waiting for one. */
  callersActive:
    'run.threads.caller.shares.user + run.threads.caller.shares.kernel + run.threads.caller.shares.switch + run.threads.caller.shares.runnable',
  /** Busy share of Redis' main thread. */
  serverUse: 'run.resources.serverMain.utilisation',
  /** Time of a cluster description on the first node, which has little other load, µs. */
  descriptionUs: 'run.nodes.0.utilisation / run.nodes.0.descriptionsPerSec * 1e6',
};
