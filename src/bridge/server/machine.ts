/** Describes the machine of a measurement, for results and recordings. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, platform, release, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Machine } from '../protocol.ts';

/** Path of the first of these programs in the search path, or undefined. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** The load generator of Redis or Valkey. */
export const findBenchmark = (): string | undefined => findProgram('redis-benchmark', 'valkey-benchmark');

function versionOf(program: string): string | undefined {
  try {
    return /\d+\.\d+\.\d+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0];
  } catch {
    return undefined;
  }
}

const require = createRequire(import.meta.url);
const libraryVersion = (name: string) => (require(`${name}/package.json`) as { version: string }).version;

let known: Machine | undefined;

/** No host name, no user, no address. The caller adds the version of Redis. */
export function thisMachine(): Machine {
  if (known) return known;
  const benchmark = findBenchmark();
  const benchmarkVersion = benchmark && versionOf(benchmark);
  known = {
    platform: platform(),
    release: release(),
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memoryBytes: totalmem(),
    versions: {
      node: process.versions.node,
      '@redis/client': libraryVersion('@redis/client'),
      ioredis: libraryVersion('ioredis'),
      ...(benchmarkVersion && { 'redis-benchmark': benchmarkVersion }),
    },
  };
  return known;
}
