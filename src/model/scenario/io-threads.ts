/** Defaults that follow from the server's release: the design of its I/O threads, and its lookahead. */
import type { Server } from './generated/scenario.ts';

export type IoThreadDesign = Exclude<Server['ioThreads']['kind'], 'version'>;

/** As `Version::generation` in the engine has it (`wasm/src/scenario/generation.rs`). */
const DESIGNS: Readonly<Record<Server['version'], IoThreadDesign>> = {
  '6.0': 'redis6',
  '6.2': 'redis6',
  '7.0': 'redis6',
  '7.4': 'redis6',
  '8.0': 'redis8',
  '8.2': 'redis8',
  '8.4': 'redis8',
  '8.6': 'redis8',
  'valkey7.2': 'redis6',
  'valkey8.0': 'valkey8',
  'valkey8.1': 'valkey8',
  'valkey9.0': 'valkey8',
  'valkey9.1': 'valkey8',
};

/** The design of a server's I/O threads. */
export const ioThreadDesign = ({
  ioThreads,
  version,
}: Pick<Server, 'ioThreads' | 'version'>): IoThreadDesign =>
  ioThreads.kind === 'version' ? DESIGNS[version] : ioThreads.kind;

/** Valkey's I/O threads parse all that was read. */
const ALL = Number.POSITIVE_INFINITY;

/** `lookahead` in `wasm/src/scenario/generation.rs`: with I/O threads, and without. Other releases parse one command. */
const LOOKAHEAD: Partial<Record<Server['version'], readonly [number, number]>> = {
  '8.4': [16, 16],
  '8.6': [16, 16],
  'valkey9.0': [ALL, 16],
  'valkey9.1': [ALL, 16],
};

/** Commands of a client that are parsed before the first is executed. A setting of 0 leaves it to the release. */
export function lookaheadOf(server: Pick<Server, 'ioThreads' | 'version' | 'lookahead'>): number {
  if (server.lookahead > 0) return server.lookahead;
  if (ioThreadDesign(server) === 'redis6') return 1;
  const isAlone = !('threads' in server.ioThreads) || server.ioThreads.threads === 1;
  return LOOKAHEAD[server.version]?.[isAlone ? 1 : 0] ?? 1;
}
