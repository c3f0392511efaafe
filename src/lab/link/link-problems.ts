/**
 * Problems of the engine, reported as problems of the link, and their fixes. Loaded with the first such
 * problem.
 */
import { readBookmarks } from '../../model/scenario/bookmarks.ts';
import { runEndNs } from '../../model/scenario/derived.ts';
import { fieldNamed } from '../../model/scenario/fields.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import { fitted, resolveFieldName } from '../../model/scenario/resolve-field-name.ts';
import { type Link, type LinkView, writeTime } from '../../model/scenario/url.ts';
import { type LinkFix, type LinkProblem, ui } from '../../ui/ui-state.ts';
import { LEAST_NS, select } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import { edit } from '../settings/edit.ts';
import { experiment, type SideState } from '../settings/experiment-state.ts';
import type { ValidatedEdits } from '../settings/validate-edits.ts';

const CODES = { 'SCN-02': 'URL-11', 'SCN-04': 'URL-02' } as const;

/** The same facts as a problem of the link. */
export function asLinkProblem(problem: Problem): Problem {
  const { code } = problem;
  return code === 'SCN-02' || code === 'SCN-04' ? { ...problem, code: CODES[code] } : problem;
}

/**
 * Problems of both sides; a problem of both is reported once.
 * @param link the requested link
 * @param endNs end of the shorter run
 */
export function linkProblems(
  a: ValidatedEdits,
  b: ValidatedEdits,
  link: Pick<Link, 'a' | 'b'> & { readonly view: Pick<LinkView, 'timeNs' | 'selected' | 'marks'> },
  endNs: number,
): LinkProblem[] {
  const judged = { a, b };
  const byKey = new Map<string, LinkProblem>();
  const { timeNs = 0 } = link.view;
  if (timeNs > endNs) byKey.set('t', lateAt('t', timeNs, 'late', endNs));
  for (const found of keptWithin(link.view, Math.max(...[a, b].map(({ scenario }) => runEndNs(scenario)))))
    byKey.set(`${found.problem.path} ${found.problem.value}`, found);
  for (const found of [...ofSide('a', a), ...ofSide('b', b)]) {
    const { code, path, value } = found.problem;
    const key = `${code} ${path} ${value}`;
    const before = byKey.get(key);
    byKey.set(key, before ? joined(before, found) : found);
  }
  return [...byKey.values()].map((found) => {
    if (found.problem.code !== 'URL-13') return found;
    const [side = 'a', ...others] = found.sides;
    const other: SideName = side === 'a' ? 'b' : 'a';
    const { path } = found.problem;
    const isTaken = others.length === 0 && path in link[other].edits && !(path in judged[other].drafts);
    const facts = {
      side: others.length > 0 ? 'both' : side,
      taken: isTaken ? other : 'none',
    };
    return { ...found, problem: { ...found.problem, facts } };
  });
}

/** @param endNs end of the runs, or the limit that is exceeded, ns */
function lateAt(path: string, value: number | string, hint: string, endNs: number): LinkProblem {
  const facts = { hint, end: writeTime(endNs) };
  const written = typeof value === 'number' ? writeTime(value) : value;
  return { problem: { code: 'URL-02', path, value: written, facts }, sides: [], fixes: [] };
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/**
 * Drops the part of a selection and the marks after the end of both runs, or too short; while they are still
 * those of the link.
 */
function keptWithin({ selected, marks }: Pick<LinkView, 'selected' | 'marks'>, endNs: number): LinkProblem[] {
  const found: LinkProblem[] = [];
  const [fromNs = 0, toNs = 0] = selected ?? [];
  const written = `${writeTime(fromNs)},${writeTime(toNs)}`;
  if (selected && toNs - fromNs < LEAST_NS) found.push(lateAt('sel', written, 'short', LEAST_NS));
  else if (toNs > endNs) {
    const isCut = fromNs < endNs;
    found.push(lateAt('sel', written, isCut ? 'cut' : 'behind', endNs));
    if (isSame(focus.getState().selected?.span, [fromNs, toNs])) select(isCut ? [fromNs, endNs] : undefined);
  }
  const times = readBookmarks(marks);
  const inside = times.filter((ns) => ns <= endNs);
  if (inside.length < times.length) {
    const dropped = times.filter((ns) => ns > endNs).map(writeTime);
    found.push(lateAt('marks', dropped.join(), 'behind', endNs));
    if (focus.getState().marks === marks)
      focus.setState({ marks: inside.length > 0 ? inside.map(writeTime).join() : undefined });
  }
  return found;
}

/** A name may be valid on one side only: the facts of that side are used. */
function joined(first: LinkProblem, second: LinkProblem): LinkProblem {
  return {
    problem: first.fixes.length > 0 || !second.problem.suggestion ? first.problem : second.problem,
    sides: [...first.sides, ...second.sides],
    fixes: [...first.fixes, ...second.fixes],
  };
}

function ofSide(side: SideName, { problems, scenario, drafts }: ValidatedEdits): LinkProblem[] {
  const toLinkProblem = (problem: Problem, fix?: Omit<LinkFix, 'side'>): LinkProblem => ({
    problem,
    sides: [side],
    fixes: fix ? [{ side, ...fix }] : [],
  });
  return problems.map(asLinkProblem).flatMap((problem) => {
    const { code, path, nearest } = problem;
    if (code === 'URL-02')
      return toLinkProblem(problem, typeof nearest === 'number' ? { path, value: nearest } : undefined);
    // A number instead of a distribution is most likely its only value; between whole numbers, the nearest
    // one is taken.
    if (code === 'SCN-03' && path !== undefined && path in drafts) {
      const draft = drafts[path] ?? null;
      const isPart = problem.expected === 'integer' && typeof draft === 'number';
      const knob = isPart ? path : `${path}.value`;
      const usable = fitted(scenario, knob, draft);
      return toLinkProblem(problem, usable === undefined ? undefined : { path: knob, value: usable });
    }
    if (code !== 'URL-11') return toLinkProblem(problem);
    const corrected = Object.entries(drafts).flatMap(([written, value]) => {
      const knob = `${written}.`.startsWith(`${path}.`) ? resolveFieldName(written, scenario) : undefined;
      if (knob === undefined) return [];
      const usable = fitted(scenario, knob, value);
      return toLinkProblem(
        { ...problem, path: written, suggestion: knob },
        usable === undefined ? undefined : { path: knob, value: usable },
      );
    });
    if (corrected.length > 0) return corrected;
    // A setting of another kind of system is still a setting.
    if (fieldNamed(path)) return toLinkProblem({ ...problem, code: 'URL-13' });
    // A doubled side letter is reported as written: its first part alone reads as the side.
    const isLikeSide = path === 'a' || path === 'b';
    const written = isLikeSide ? Object.keys(drafts).filter((name) => `${name}.`.startsWith(`${path}.`)) : [];
    return written.length > 0
      ? written.map((name) => toLinkProblem({ ...problem, path: `${side}.${name}` }))
      : toLinkProblem(problem);
  });
}

/** Sets one of the valid choices for a wrong setting, on the sides of the link. */
export async function chooseInstead(found: LinkProblem, editsFor: (side: SideState) => Edits): Promise<void> {
  await Promise.all(
    found.sides.map((name) => {
      const side = experiment.getState()[name];
      return side && edit([name], editsFor(side));
    }),
  );
  ui.setState((state) => ({ problems: state.problems.filter((other) => other !== found) }));
}

/** Applies the most likely meaning of a wrong link. */
export async function mendLink(linkFix: LinkProblem): Promise<void> {
  await Promise.all(linkFix.fixes.map(({ side, path, value }) => edit([side], { [path]: value })));
  ui.setState((state) => ({ problems: state.problems.filter((other) => other !== linkFix) }));
}
