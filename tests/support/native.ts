/** The engine as a native program (wasm/src/bin/speed.rs): what WebAssembly is held against. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One whole run. */
export interface Timing {
  readonly events: number;
  readonly completed: number;
  readonly seconds: number;
  readonly fingerprint: string;
}

const crate = join(process.cwd(), 'wasm');
const program = join(process.env.CARGO_TARGET_DIR ?? join(crate, 'target'), 'release/speed');

/** Brings the program up to date; an old one would be another engine. @throws {Error} where it cannot be built */
export function buildNative(): void {
  const args = ['build', '--release', '--locked', '--quiet', '--bin', 'speed'];
  const { status } = spawnSync('cargo', args, { cwd: crate, stdio: 'inherit' });
  if (status !== 0) throw new Error('cargo could not build the native engine');
}

/** Runs a scenario from its beginning to its end. @throws {Error} where the scenario is refused, or the program is not built */
export function runNative(scenario: object, trace: boolean): Timing {
  const folder = mkdtempSync(join(tmpdir(), 'speed-'));
  try {
    const file = join(folder, 'scenario.json');
    writeFileSync(file, JSON.stringify(scenario));
    const { stdout, stderr, status } = spawnSync(program, [file, trace ? '1' : '0'], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr || `${program} does not run`);
    return JSON.parse(stdout) as Timing;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
