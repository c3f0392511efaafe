/**
 * A sweep around S0 on all cores of this machine: 60 points, 5 seeds, 0.2 s of model time each. Budget: 8 s on two quiet cores,
 * and a sign of life within the first second. What other programs take of the cores meanwhile is left out of the figure: it is
 * the processor time of the sweep and the time in which a core had nothing to do, by the number of cores.
 */
import { spawn } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { presetById } from '../../src/model/scenario/library.ts';

const BUDGET_S = 8;
const args = [
  ...['sweep', '-', '--seeds', '5', '--csv'],
  ...['--set', 'client.connections.maxTotal=log:1:200:10'],
  ...['--set', 'workload.arrivals.callers=25,50,100,150,200,400'],
  ...['--set', 'run.measuredMs=200', '--set', 'run.warmupMs=0'],
];

/** The program says at its end what processor time it took, its threads included. */
const MARK = 'processor time, us:';
const confession = `import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write('${MARK} ' + (user + system));
});`;
const program = join(process.cwd(), '.ci/sim.mjs');
const child = spawn(process.execPath, [
  '--import',
  `data:text/javascript,${encodeURIComponent(confession)}`,
  program,
  ...args,
]);

/** Time in which the cores had nothing to do, s. */
const idleS = () => cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1000;

let [rows, said] = [0, ''];
let [start, first, idle] = [0, 0, 0];
child.stdout.on('data', (text) => {
  rows += String(text).split('\n').length - 1;
});
child.stderr.on('data', (text) => {
  said += text;
  // The first line says what will be run: from here on it is the sweep that takes time, not the start of the program.
  if (start === 0) {
    start = performance.now();
    idle = idleS();
  } else if (first === 0) first = performance.now();
});
child.once('close', (code) => {
  const cores = availableParallelism();
  const wall = (performance.now() - start) / 1000;
  const own = Number(said.split(MARK)[1]) / 1e6;
  const quiet = Math.min(wall, (own + idleS() - idle) / cores);
  // The first run had the same share of the cores as all of them.
  const progress = ((first - start) / 1000) * (quiet / wall);
  const isGood = code === 0 && rows === 61 && quiet <= BUDGET_S && progress <= 1;
  process.stdout.write(
    `60 points x 5 seeds on ${cores} cores: ${quiet.toFixed(1)} s of ${BUDGET_S} s without other programs (now ${wall.toFixed(1)} s; ${own.toFixed(1)} s of processor time); first progress after ${progress.toFixed(2)} s\n`,
  );
  if (code !== 0) process.stdout.write(said);
  process.exit(isGood ? 0 : 1);
});
child.stdin.end(JSON.stringify(presetById('s0-jedis-50')?.scenario));
