/** The measurements as rows of named columns. */
import batchOps from './batch_ops.csv?raw';
import connections from './connections.csv?raw';
import goClients from './go_clients.csv?raw';
import goSwitches from './go_switches.csv?raw';
import hol from './hol.csv?raw';
import ioThreads from './io_threads.csv?raw';
import javaClients from './java_clients.csv?raw';
import micro from './micro.csv?raw';
import nodeClients from './node_clients.csv?raw';
import placement from './placement.csv?raw';
import redisBenchmark from './redis_benchmark.csv?raw';
import serverSyscalls from './server_syscalls.csv?raw';

/** One line of a table: cell texts by column name. */
export type Line = Readonly<Record<string, string>>;

/** Parses comma-separated text with a header. The tables hold words and numbers, without quotes. */
export function parseCsv(text: string): Line[] {
  const [header = '', ...lines] = text.trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line, index) => {
    const values = line.split(',');
    if (values.length !== names.length)
      throw new Error(`line ${index + 2} has ${values.length} values for ${names.length} columns`);
    return Object.fromEntries(names.map((name, column) => [name, values[column] ?? '']));
  });
}

/** The number in a column; undefined where nothing was measured. */
export function numberIn(line: Line, column: string): number | undefined {
  const text = line[column];
  if (text === undefined) throw new Error(`there is no column ${column}`);
  return text === '' ? undefined : Number(text);
}

const texts = {
  java_clients: javaClients,
  go_clients: goClients,
  go_switches: goSwitches,
  node_clients: nodeClients,
  batch_ops: batchOps,
  redis_benchmark: redisBenchmark,
  placement,
  io_threads: ioThreads,
  server_syscalls: serverSyscalls,
  hol,
  micro,
  connections,
};

/** Name of a table: that of its file. */
export type TableName = keyof typeof texts;

const parsed = new Map<TableName, readonly Line[]>();

/** All lines of a table, parsed once: some rows compare themselves with all lines of three tables. */
export function table(name: TableName): readonly Line[] {
  const lines = parsed.get(name) ?? parseCsv(texts[name]);
  parsed.set(name, lines);
  return lines;
}
