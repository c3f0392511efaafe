import type { Provenance } from '../../charts/export.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { LinkView } from '../../model/scenario/url.ts';
import { addressOf, presentAddress, presentLink } from '../link/link.ts';
import { courseOf } from './course.ts';
import { run } from './run-state.ts';

/** The address of the current run, paused at an instant, with the visible lanes. */
const addressAt = (timeNs: number, lanes: LinkView['lanes']): Promise<string> => {
  const link = presentLink();
  const view = { timeNs, paused: true, ...(lanes ? { lanes } : {}) };
  return addressOf(link && { ...link, view: { ...link.view, ...view } });
};

/**
 * The source of the current numbers.
 * @param sides the visible sides
 * @param timeNs their instant, if they are of one
 * @param lanes the part of time in the thread panel, if they are of it
 */
export async function presentProvenance(
  title: string,
  caption: string,
  sides: readonly SideName[],
  timeNs?: number,
  lanes?: LinkView['lanes'],
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
    link: await (timeNs === undefined ? presentAddress() : addressAt(timeNs, lanes)),
    sides: shown.map(({ id, course, summary }) => ({ id, ...course, fingerprint: summary?.fingerprint })),
  };
}
