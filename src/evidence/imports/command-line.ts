/**
 * Commands pasted above a tool's output: `$ redis-benchmark -P 16 -c 50`. Options are those of the tools' own
 * help.
 */

/** The load by a command. */
export interface Command {
  readonly tool: string;
  readonly connections?: number;
  /** Commands per pipeline. */
  readonly pipeline?: number;
  readonly payloadBytes?: number;
  readonly ratePerSec?: number;
}

const LINE =
  /(?:^|[\s/\\])((?:redis|valkey)-benchmark|memtier_benchmark|wrk2?|redis-cli|valkey-cli)(?:\.exe)?\s+(-.*)$/;

/** Names of the relevant options, by meaning. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  benchmark: { clients: ['-c'], pipeline: ['-P'], payload: ['-d'] },
  memtier: {
    clients: ['-c', '--clients'],
    threads: ['-t', '--threads'],
    pipeline: ['--pipeline'],
    payload: ['-d', '--data-size'],
  },
  wrk: { clients: ['-c', '--connections'], rate: ['-R', '--rate'] },
  cli: {},
};
/** Defaults of memtier_benchmark (memtier_benchmark.cpp, config_init_defaults). */
const MEMTIER = { threads: 4, clients: 50 } as const;
/** Default of redis-benchmark and valkey-benchmark (redis-benchmark.c, main). */
const BENCHMARK_CLIENTS = 50;

/** The command in a line; undefined without one. */
export function commandIn(line: string): Command | undefined {
  // No line of a report has this length.
  if (line.length > 4000) return undefined;
  const [, tool, rest = ''] = LINE.exec(line) ?? [];
  if (tool === undefined) return undefined;
  const family = tool.includes('-benchmark')
    ? 'benchmark'
    : tool.startsWith('memtier')
      ? 'memtier'
      : tool.startsWith('wrk')
        ? 'wrk'
        : 'cli';
  const words = rest.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  const value = (what: string): number | undefined => {
    for (const name of OPTIONS[family]?.[what] ?? []) {
      const index = words.findIndex(
        (word) =>
          word === name ||
          word.startsWith(`${name}=`) ||
          (/^-\w$/.test(name) && new RegExp(`^${name}\\d`).test(word)),
      );
      const word = words[index];
      if (word === undefined) continue;
      const text = word === name ? words[index + 1] : word.slice(name.length).replace(/^=/, '');
      const number = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
      if (number > 0) return number;
    }
    return undefined;
  };
  const clients = value('clients');
  const threads = value('threads');
  const connections =
    family === 'memtier'
      ? (clients ?? MEMTIER.clients) * (threads ?? MEMTIER.threads)
      : (clients ?? (family === 'benchmark' ? BENCHMARK_CLIENTS : undefined));
  const [pipeline, payloadBytes, ratePerSec] = [value('pipeline'), value('payload'), value('rate')];
  return {
    tool,
    ...(connections === undefined ? {} : { connections }),
    ...(pipeline === undefined ? {} : { pipeline }),
    ...(payloadBytes === undefined ? {} : { payloadBytes }),
    ...(ratePerSec === undefined ? {} : { ratePerSec }),
  };
}
