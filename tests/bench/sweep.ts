/**
 * A sweep around S0 on all cores of this machine: 60 points, 5 seeds, 0.2 s of model time each. Budget: 8 s on two quiet cores,
 * and a sign of life within the first second.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { presetById } from '../../src/scenario/library.ts';

const BUDGET_S = 8;
const args = [
  ...['sweep', '-', '--seeds', '5', '--csv'],
  ...['--set', 'client.connections.maxTotal=log:1:200:10'],
  ...['--set', 'workload.arrivals.callers=25,50,100,150,200,400'],
  ...['--set', 'run.measuredMs=200', '--set', 'run.warmupMs=0'],
];

const child = spawn(process.execPath, [join(process.cwd(), '.ci/sim.mjs'), ...args]);
let [rows, said] = [0, ''];
let [start, first] = [0, 0];
child.stdout.on('data', (text) => {
  rows += String(text).split('\n').length - 1;
});
child.stderr.on('data', (text) => {
  said += text;
  // The first line says what will be run: from here on it is the sweep that takes time, not the start of the program.
  if (start === 0) start = performance.now();
  else if (first === 0) first = performance.now();
});
child.once('close', (code) => {
  const seconds = (performance.now() - start) / 1000;
  const progress = (first - start) / 1000;
  const isGood = code === 0 && rows === 61 && seconds <= BUDGET_S && progress <= 1;
  process.stdout.write(
    `60 points x 5 seeds on ${availableParallelism()} cores: ${seconds.toFixed(1)} s of ${BUDGET_S} s; first progress after ${progress.toFixed(2)} s\n`,
  );
  if (code !== 0) process.stdout.write(said);
  process.exit(isGood ? 0 : 1);
});
child.stdin.end(JSON.stringify(presetById('s0-jedis-50')?.scenario));
