/** What the engine refused of a link, told as faults of the link, and what mends them; loaded with the first such fault. */
import { fitted, meantBy } from '../scenario/meant.ts';
import type { Problem, SideName } from '../scenario/problem.ts';
import { type LinkProblem, type Mend, ui } from '../stores/ui.ts';
import { edit } from './edit.ts';
import type { Judged } from './judge.ts';

const CODES = { 'SCN-02': 'URL-11', 'SCN-04': 'URL-02' } as const;

/** The same facts, told as a fault of the link. */
export function asLinkProblem(problem: Problem): Problem {
  const { code } = problem;
  return code === 'SCN-02' || code === 'SCN-04' ? { ...problem, code: CODES[code] } : problem;
}

/** Both sides' problems; what is written for both and wrong on both is wrong once. */
export function linkProblems(a: Judged, b: Judged): LinkProblem[] {
  const told = new Map<string, LinkProblem>();
  for (const found of [...ofSide('a', a), ...ofSide('b', b)]) {
    const { code, path, value } = found.problem;
    const key = `${code} ${path} ${value}`;
    const before = told.get(key);
    told.set(key, before ? joined(before, found) : found);
  }
  return [...told.values()];
}

/** A name may mean something on one side only: what is known of it there is told. */
function joined(one: LinkProblem, other: LinkProblem): LinkProblem {
  return {
    problem: one.mends.length > 0 || !other.problem.suggestion ? one.problem : other.problem,
    sides: [...one.sides, ...other.sides],
    mends: [...one.mends, ...other.mends],
  };
}

function ofSide(side: SideName, { problems, scenario, drafts }: Judged): LinkProblem[] {
  const told = (problem: Problem, mend?: Omit<Mend, 'side'>): LinkProblem => ({
    problem,
    sides: [side],
    mends: mend ? [{ side, ...mend }] : [],
  });
  return problems.map(asLinkProblem).flatMap((problem) => {
    const { code, path, nearest } = problem;
    if (code === 'URL-02')
      return told(problem, typeof nearest === 'number' ? { path, value: nearest } : undefined);
    if (code !== 'URL-11') return told(problem);
    const meant = Object.entries(drafts).flatMap(([written, value]) => {
      const knob = `${written}.`.startsWith(`${path}.`) ? meantBy(written, scenario) : undefined;
      if (knob === undefined) return [];
      const usable = fitted(scenario, knob, value);
      return told(
        { ...problem, path: written, suggestion: knob },
        usable === undefined ? undefined : { path: knob, value: usable },
      );
    });
    return meant.length > 0 ? meant : told(problem);
  });
}

/** Takes what a link most likely means by what it has wrong. */
export async function mendLink(mended: LinkProblem): Promise<void> {
  await Promise.all(mended.mends.map(({ side, path, value }) => edit([side], { [path]: value })));
  ui.setState((state) => ({ problems: state.problems.filter((other) => other !== mended) }));
}
