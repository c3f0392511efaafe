import type { Provenance } from '../charts/export.ts';
import type { SideName } from '../scenario/problem.ts';
import { run } from '../stores/run.ts';
import { courseOf } from './course.ts';
import { addressOf, presentAddress, presentLink } from './link.ts';

/** The address of the present run, standing still at an instant. */
const addressAt = (timeNs: number): Promise<string> => {
  const link = presentLink();
  return addressOf(link && { ...link, view: { ...link.view, timeNs, paused: true } });
};

/**
 * Where the numbers of the present figures come from.
 * @param sides those that are shown
 * @param timeNs the instant that they are of, when it is one
 */
export async function presentProvenance(
  title: string,
  caption: string,
  sides: readonly SideName[],
  timeNs?: number,
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
    link: await (timeNs === undefined ? presentAddress() : addressAt(timeNs)),
    sides: shown.map(({ id, course, summary }) => ({ id, ...course, fingerprint: summary?.fingerprint })),
  };
}
