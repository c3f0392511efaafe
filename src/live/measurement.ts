/**
 * Real runs: started and stopped through the bridge, saved as files, and played from files without a bridge.
 */

import { BridgeError } from '../bridge/client.ts';
import type { Answer, BridgeFailure, Hello, Notice, RunRequest } from '../bridge/protocol.ts';
import { type Recording, readRecording, recordingOf } from '../bridge/recording/recording.ts';
import type { Measured } from '../bridge/workload/measured.ts';
import { type RealQuestion, scenarioOf } from '../bridge/workload/question.ts';
import type { Remark } from '../bridge/workload/remark.ts';
import type { RealWorkload } from '../bridge/workload/workload.ts';
import { completed } from '../lab/run/whole-run.ts';
import { saveText } from '../lib/download.ts';
import { today } from '../model/playback/clock.ts';
import { applyEdits } from '../model/scenario/apply-edits.ts';
import type { Json } from '../model/scenario/patch.ts';
import type { Problem, ProblemCode } from '../model/scenario/problem.ts';
import { type Calibration, readCalibration } from './calibration/file.ts';
import { requestedDriver } from './calibration/measuring.ts';
import { calibrationFor } from './calibration/use.ts';
import { openedBridge } from './live.ts';
import { type MeasurementState, measurement } from './measurement-state.ts';
import { clearStage, showAll, showNewest } from './real-stage.ts';
import { runTwin, stopTwin } from './twin.ts';

/** Larger files are not read. */
const MOST_BYTES = 64 * 1024 * 1024;

export const problemOf = ({ code, detail }: BridgeFailure): Problem => ({
  code: code satisfies ProblemCode,
  path: '',
  facts: detail,
});

/** An error without a problem code comes from the page itself, mostly from its model. */
export const whatFailed = (error: unknown): Problem =>
  error instanceof BridgeError
    ? problemOf(error.failure)
    : { code: 'ENG-01', path: '', detail: error instanceof Error ? error.message : String(error) };

/** The run that is starting; undefined once it was stopped before its start, or has started. */
let starting: { isAsked: boolean } | undefined;

const set = (part: Partial<MeasurementState>): void => measurement.setState(part);

/** The recording that is loading. */
let loading: { readonly name: string } | undefined;
/** The shown recording. */
let recording: Recording | undefined;
/** Stops the playback of a recording. */
let stopPlaying: () => void = () => undefined;
/** Receives the notices of the bridge's current run. */
let onNotice: ((notice: Notice) => void) | undefined;
const listening = new WeakSet<object>();

function clear(): void {
  stopPlaying();
  stopTwin();
  clearStage();
  recording = undefined;
  set({
    run: undefined,
    progress: [],
    measured: undefined,
    twin: undefined,
    problems: [],
    nearest: undefined,
  });
}

export const ask = (part: Partial<RealQuestion>): void =>
  measurement.setState(({ question }) => ({ question: { ...question, ...part } }));

/** The reader's prediction of the next run; a started run keeps its own. */
export const guess = (perSec: number | undefined): void => set({ guess: perSec });

/** Starts the requested run, or its nearest variant that real clients can run. */
export async function measure(isNearest = false): Promise<void> {
  const opened = openedBridge();
  const { question, status, nearest, guess, twin } = measurement.getState();
  if (status !== 'idle' || !opened) return;
  const { bridge, hello } = opened;
  const partial = applyEdits(scenarioOf(question), (isNearest && nearest) || {});
  const request: RunRequest = {
    scenario: partial,
    seconds: question.seconds,
    ...requestedDriver(question),
  };
  // What is shown plays on until the first report of the run is there, without its model run: the measurement
  // needs the cores.
  stopTwin();
  if (twin?.status === 'running' || twin?.diagnosis === 'running') set({ twin: undefined });
  const mine = { isAsked: false };
  const isWanted = () => starting === mine;
  starting = mine;
  set({ status: 'starting', problems: [], nearest: undefined });
  if (!listening.has(bridge)) {
    listening.add(bridge);
    bridge.onNotice((notice) => onNotice?.(notice));
    bridge.onClose(() => {
      if (!onNotice) return;
      onNotice = undefined;
      set({ status: 'idle', problems: [problemOf({ code: 'BR-02', detail: {} })] });
    });
  }
  try {
    const plan = await bridge.ask('plan', request);
    if (!isWanted()) return;
    if (plan.kind === 'impossible') {
      starting = undefined;
      set({ status: 'idle', problems: plan.misfits.map(problemOf), nearest: plan.nearest.edits });
      return;
    }
    mine.isAsked = true;
    const started = await bridge.ask('run', request);
    if (!isWanted()) return;
    starting = undefined;
    const isStopping = measurement.getState().status === 'stopping';
    set({ status: isStopping ? 'stopping' : 'running' });
    let isShown = false;
    onNotice = (notice) => {
      if (notice.run !== started.run) return;
      if (!isShown) {
        isShown = true;
        clear();
        set({ run: runOf(hello, request, guess) });
      }
      if (notice.event === 'progress') {
        const progress = [...measurement.getState().progress, notice.progress];
        set({ progress });
        showNewest(started.workload, hello.machine.cores, progress);
      } else
        finish(hello, request, guess, started, notice.measured).catch((error: unknown) =>
          set({ status: 'idle', problems: [whatFailed(error)] }),
        );
    };
  } catch (error) {
    if (!isWanted()) return;
    starting = undefined;
    const wasStopped = measurement.getState().status === 'stopping';
    set({ status: 'idle', problems: wasStopped ? [] : [whatFailed(error)] });
  }
}

const runOf = (hello: Hello, { seconds }: RunRequest, guess: number | undefined) => ({
  recording: undefined,
  machine: hello.machine,
  redis: { version: hello.redisVersion, place: hello.address.kind },
  recordedAt: undefined,
  seconds,
  guess,
});

async function finish(
  hello: Hello,
  request: RunRequest,
  guess: number | undefined,
  started: Answer<'run'>,
  measured: MeasurementState['measured'] & object,
): Promise<void> {
  onNotice = undefined;
  const recordedAt = today();
  const run = { ...runOf(hello, request, guess), recordedAt: recordedAt.toISOString() };
  set({ status: 'idle', run, measured, problems: measured.remarks.map(problemOf) });
  showAll(started.workload, hello.machine.cores, measurement.getState().progress);
  const scenario = await completed('judge', request.scenario as Json);
  const { progress } = measurement.getState();
  const calibration = calibrationFor(started.workload.driver, hello.machine);
  recording = recordingOf({
    ...{ hello, request, scenario, started, progress, measured, recordedAt, calibration },
  });
  await startTwin(recording);
}

/** Stops the current run; its results stay. */
export async function stopMeasuring(): Promise<void> {
  if (measurement.getState().status === 'playing') {
    stopPlaying();
    return;
  }
  if (loading) {
    loading = undefined;
    set({ status: 'idle' });
    return;
  }
  const opened = openedBridge();
  const { status } = measurement.getState();
  if (!opened || (status !== 'running' && status !== 'starting')) return;
  const mine = starting;
  set({ status: 'stopping' });
  try {
    if (!mine || mine.isAsked) await opened.bridge.ask('stop', {});
    // It has not started and is cancelled, even if the bridge still waits for Redis.
    if (mine && starting === mine) {
      starting = undefined;
      set({ status: 'idle' });
    }
  } catch (error) {
    set({ status: 'idle', problems: [whatFailed(error)] });
  }
}

function startTwin(shown: Recording, recorded?: Calibration): Promise<void> {
  const { scenario, adapted, measured, machine, redis, progress, method } = shown;
  const workload = measured.workload as RealWorkload;
  return runTwin(
    scenario as Json,
    { cores: machine.cores, place: redis.place, workload, adapted, isHeld: method.isHeld ?? false },
    machine,
    { measured: measured as Measured, progress, recorded },
  );
}

/** A recording, with the costs of its machine if it has them. */
type Read = { recording: Recording; calibration?: Calibration | undefined } | { problem: Remark };

function readWhole(text: string): Read {
  const read = readRecording(text);
  if ('problem' in read || read.recording.calibration === undefined) return read;
  const calibration = readCalibration(JSON.stringify(read.recording.calibration));
  return calibration
    ? { ...read, calibration }
    : { problem: { code: 'BR-28', detail: { path: 'calibration' } } };
}

/** Saves the shown run as a file that this page plays anywhere. */
export function saveRecording(): void {
  if (!recording) return;
  const name = `roundtrip-${recording.measured.workload.driver}-${recording.recordedAt.slice(0, 10)}.json`;
  saveText(name, JSON.stringify(recording), 'application/json');
}

/** Plays a recording from a file. */
export async function openRecording(file: File): Promise<void> {
  if (measurement.getState().status !== 'idle') return;
  if (file.size > MOST_BYTES) {
    set({ problems: [problemOf({ code: 'BR-28', detail: { path: 'size' } })] });
    return;
  }
  await load(file.name, file.text().then(readWhole), { code: 'FILE-01', path: '' });
}

/**
 * Plays a sample recording.
 * @param id name of its file
 */
export async function playSample(id: string): Promise<void> {
  if (measurement.getState().status !== 'idle') return;
  await load(id, readSample(id), { code: 'FILE-05', path: '' });
}

/**
 * Shows a sample recording at its end, before any measurement. It loads without a change of status and gives
 * way to any run that the reader starts. Without the file the page does not change.
 */
export async function showExample(id: string): Promise<void> {
  const isFree = () => measurement.getState().status === 'idle' && !measurement.getState().run;
  if (!isFree()) return;
  const read = await readSample(id).catch(() => undefined);
  if (read && 'recording' in read && isFree()) play(read, id, true);
}

async function readSample(id: string): Promise<Read> {
  const response = await fetch(`recordings/${id}.json`);
  if (!response.ok) throw new Error(`recording ${id}: HTTP ${response.status}`);
  return readWhole(await response.text());
}

/** Plays a recording once it is read, or reports why it cannot; `stopMeasuring` ends the wait. */
async function load(name: string, reading: Promise<Read>, unread: Problem): Promise<void> {
  const token = { name };
  loading = token;
  set({ status: 'starting' });
  const read = await reading.catch(() => undefined);
  if (loading !== token) return;
  loading = undefined;
  if (read && 'recording' in read) play(read, name);
  else set({ status: 'idle', problems: [read ? problemOf(read.problem) : unread] });
}

/** Shows a recording in real time; an example at its end. */
function play(
  { recording: shown, calibration }: Exclude<Read, { problem: Remark }>,
  name: string,
  isExample = false,
): void {
  clear();
  const { progress, measured, machine, redis, recordedAt, method } = shown;
  const workload = measured.workload as RealWorkload;
  recording = shown;
  set({
    status: 'playing',
    run: {
      recording: name,
      machine,
      redis,
      recordedAt,
      seconds: method.seconds,
      guess: undefined,
      isHeld: method.isHeld ?? false,
      isExample,
    },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  stopPlaying = () => {
    clearTimeout(timer);
    stopPlaying = () => undefined;
    const remarks = measured.remarks.map(problemOf);
    set({ status: 'idle', progress: progress, measured: measured, problems: remarks });
    showAll(workload, machine.cores, progress);
    void startTwin(shown, calibration);
  };
  const step = (count: number): void => {
    const next = progress[count];
    if (!next) {
      stopPlaying();
      return;
    }
    timer = setTimeout(() => {
      const played = progress.slice(0, count + 1);
      set({ progress: played });
      showNewest(workload, machine.cores, played);
      step(count + 1);
    }, next.intervalUs / 1000);
  };
  if (isExample) stopPlaying();
  else step(0);
}
