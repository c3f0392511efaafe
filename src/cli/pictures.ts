/** `sim pictures`: writes one run of each point of the ready experiments into the repository, for the page. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Engine } from '../model/engine/engine.ts';
import { sweepPresets } from '../model/sweep/presets.ts';
import { readSweep } from '../model/sweep/read.ts';
import { plannedWith, recordedValue } from '../model/sweep/recorded.ts';
import { EXIT, print } from './input.ts';

/** Returns the exit code. `wasm` is the engine's file, `root` the repository. */
export async function recordPictures(wasm: string, root: string): Promise<number> {
  const engine = await Engine.load(await readFile(wasm));
  const lines: string[] = [];
  for (const { id, definition } of sweepPresets) {
    const { sweep } = readSweep(definition);
    if (!sweep) throw new Error(`${id} is no definition of an experiment`);
    const points = await plannedWith(engine, sweep);
    const values = points.map((point) => recordedValue(engine, sweep, point));
    lines.push(`  ${JSON.stringify(id)}: [${values.join(', ')}]`);
  }
  const file = join(root, 'src/model/sweep/generated/pictures.json');
  // One line per experiment, so that a diff lists the changes.
  await writeFile(file, `{\n${lines.join(',\n')}\n}\n`);
  print(`written: ${file}`);
  return EXIT.done;
}
