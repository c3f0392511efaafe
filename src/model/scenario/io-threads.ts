/** The design of a server's I/O threads; `version` in a scenario stands for that of its release. */
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
