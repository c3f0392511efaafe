import type { Provenance } from '../charts/export.ts';
import type { SideName } from '../scenario/problem.ts';
import { run } from '../stores/run.ts';
import { courseOf } from './course.ts';
import { addressOf, presentAddress, presentLink } from './link.ts';

/** The address of the present run, standing still at an instant, with a part of it selected. */
const addressAt = (timeNs: number, selected: readonly [number, number] | undefined): Promise<string> => {
  const link = presentLink();
  const view = { timeNs, paused: true, ...(selected ? { selected } : {}) };
  return addressOf(link && { ...link, view: { ...link.view, ...view } });
};

/**
 * Where the numbers of the present figures come from.
 * @param sides those that are shown
 * @param timeNs the instant that they are of, when it is one
 * @param part the part of time that they are of, around that instant, ns
 */
export async function presentProvenance(
  title: string,
  caption: string,
  sides: readonly SideName[],
  timeNs?: number,
  part?: readonly [fromNs: number, toNs: number],
): Promise<Provenance> {
  const courses = await Promise.all(sides.map((id) => courseOf(id, 'shown')));
  const shown = sides.flatMap((id, index) => {
    const course = courses[index];
    const { summary, isStale } = run.getState()[id];
    return course ? [{ id, course, summary: isStale ? undefined : summary }] : [];
  });
  return {
    title,
    caption,
    engineVersion: shown.find(({ summary }) => summary)?.summary?.engineVersion,
    link: await (timeNs === undefined ? presentAddress() : addressAt(timeNs, part)),
    sides: shown.map(({ id, course, summary }) => ({ id, ...course, fingerprint: summary?.fingerprint })),
  };
}
