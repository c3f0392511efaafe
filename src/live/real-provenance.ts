/** Where the numbers of the page of live runs come from: machine, Redis, load and time. No address of a Redis is among them. */
import type { Provenance } from '../charts/export.ts';
import { calibration } from './calibration/calibration-state.ts';
import { measurement } from './measurement-state.ts';

const LIVE = '#/live';

const provenance = (
  title: string,
  caption: string,
  engineVersion: string | undefined,
  measured: unknown,
): Provenance => ({
  title,
  caption,
  engineVersion,
  link: location.href.replace(/#.*$/s, '') + LIVE,
  sides: [],
  measured,
});

/** Of the run that is shown, and of the model beside it. */
export async function realProvenance(title: string, caption: string): Promise<Provenance> {
  const { run, measured, twin } = measurement.getState();
  return provenance(title, caption, twin?.summary?.engineVersion, {
    recording: run?.recording,
    recordedAt: run?.recordedAt,
    machine: run?.machine,
    redis: run?.redis,
    workload: measured?.workload,
    ended: measured?.ended,
    calibratedAt: twin?.calibratedAt,
  });
}

/** Of the calibration that is shown. */
export async function calibrationProvenance(title: string, caption: string): Promise<Provenance> {
  const { calibratedAt, machine, redis, profile } = calibration.getState().calibration ?? {};
  const place = redis && { version: redis.version, place: redis.place };
  return provenance(title, caption, undefined, { calibratedAt, machine, redis: place, profile });
}
