/**
 * Searches the settings within their bounds, with common random numbers. Few combinations are run as a grid; more by
 * coordinate descent over the same values. A found configuration is then moved back towards a target, one setting after the
 * other, as long as it meets the goal: that assumes that the goal is monotone in the setting in between. Each step runs two
 * values at once, so that two cores are busy.
 */
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { type Edits, getAt, type Json } from '../../model/scenario/patch.ts';
import type { PairedRuns } from '../../model/sweep/paired-runs.ts';
import type { Normalize } from '../../model/sweep/plan.ts';
import { isExact, runUntilDecided } from './adaptive-replications.ts';
import type { Goal } from './goal.ts';
import { missOf, type Outcome, objectiveOf, outcomeOf, scoreOf } from './outcome.ts';
import { type Knob, thirds, valuesOfKnob } from './vary.ts';

/** Values of a knob by the number of knobs: about fifty combinations at most. */
const POINTS = [9, 9, 6, 4] as const;
const FEWEST_POINTS = 5;
/** Combinations up to which all are run. */
const MAX_GRID = 64;
/** Rounds over all knobs. */
const MAX_ROUNDS = 3;
/** Steps between a value that meets the goal and one that misses it; each leaves a third. */
const MAX_STEPS = 6;

/** One value per knob; `undefined` leaves the setting as it is. */
type Place = readonly (Json | undefined)[];

interface SearchInput {
  readonly base: Scenario;
  readonly knobs: readonly Knob[];
  readonly goal: Goal;
  readonly runs: PairedRuns;
  readonly normalize: Normalize;
  /** The length of every run. */
  readonly length: Scenario['run'];
  /** Most replications of each configuration. */
  readonly seeds: number;
  readonly onRun: () => void;
  readonly isStopped: () => boolean;
}

const SIZE = 'client.connections.maxTotal';
const IDLE = 'client.connections.maxIdle';

/** Edits of a place. A larger pool keeps its connections: max idle follows, unless it is a knob of its own. */
function editsAt(base: Scenario, knobs: readonly Knob[], place: Place): Edits {
  const edits: Record<string, Json> = {};
  for (const [index, { path }] of knobs.entries()) {
    const value = place[index];
    if (value !== undefined && value !== getAt(base, path)) edits[path] = value;
  }
  const [size, idle] = [edits[SIZE], getAt(base, IDLE)];
  const isFree = !knobs.some(({ path }) => path === IDLE);
  if (isFree && typeof size === 'number' && typeof idle === 'number' && size > idle) edits[IDLE] = size;
  return edits;
}

export class Search {
  readonly #in: SearchInput;
  readonly #outcomes = new Map<string, Outcome | undefined>();

  constructor(input: SearchInput) {
    this.#in = input;
  }

  /** Everything that has been run and can be simulated. */
  get outcomes(): readonly Outcome[] {
    return [...this.#outcomes.values()].filter((outcome) => outcome !== undefined);
  }

  /** The places that a search starts with: for a length of run that suits all of them. */
  async scenarios(): Promise<Scenario[]> {
    const { base, knobs } = this.#in;
    const alone = knobs.flatMap((_, index) =>
      this.#values(index).map((value) => this.#start().map((own, other) => (other === index ? value : own))),
    );
    const found = await Promise.all(alone.map((place) => this.#scenarioAt(editsAt(base, knobs, place))));
    return [base, ...found.filter((scenario) => scenario !== undefined)];
  }

  /** Runs some changes that another search found. */
  async among(found: readonly Outcome[]): Promise<void> {
    await this.#run(found.map(({ edits }) => this.#placeOf(edits)));
  }

  /** Runs the grid, or the descent; the unchanged configuration is the first. */
  async explore(): Promise<void> {
    const { knobs } = this.#in;
    const start = this.#start();
    await this.#run([start]);
    const grids = knobs.map((_, index) => this.#values(index));
    if (grids.reduce((product, values) => product * values.length, 1) <= MAX_GRID) {
      const all = grids.reduce<Place[]>(
        (places, values) => places.flatMap((place) => values.map((value) => [...place, value])),
        [[]],
      );
      await this.#run(all);
      return;
    }
    let place: Place = start;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = JSON.stringify(place);
      for (const [index, values] of grids.entries()) {
        const line = values.map((value) => place.map((own, other) => (other === index ? value : own)));
        await this.#run(line);
        place = this.#bestOf([place, ...line]);
      }
      if (JSON.stringify(place) === before || this.#in.isStopped()) return;
    }
  }

  /** The outcome with the fewest and smallest changes that meets the goal; undefined if none does. */
  async smallest(): Promise<Outcome | undefined> {
    const met = this.outcomes.filter(({ isMet }) => isMet);
    const [first] = met.sort((a, b) => this.#sizeOf(a) - this.#sizeOf(b));
    return first && this.#shrink(first, this.#start());
  }

  /** The best outcome: that meets the goal, or comes nearest to it. */
  async best(): Promise<Outcome | undefined> {
    const objective = objectiveOf(this.#in.goal);
    const [first] = [...this.outcomes].sort((a, b) => this.#compare(a, b));
    if (!first?.isMet || objective !== 'connections') return first;
    const least = this.#in.knobs.map((knob) => ('min' in knob ? knob.min : undefined));
    return this.#shrink(first, least);
  }

  /** The outcome of some edits with more replications. */
  async repeat({ edits, scenario }: Outcome, seeds: number): Promise<Outcome | undefined> {
    const { runs, goal, onRun } = this.#in;
    // Runs that are equal for two seeds are equal for all.
    await runs.run([scenario], Math.min(2, seeds), onRun);
    const early = outcomeOf(runs, goal, scenario, edits);
    if (!early || !isExact(early)) await runs.run([scenario], seeds, onRun);
    const outcome = outcomeOf(runs, goal, scenario, edits);
    this.#outcomes.set(JSON.stringify(edits), outcome);
    return outcome;
  }

  /** Number and size of the changes: each change counts more than any size of one. */
  #sizeOf({ edits }: Outcome): number {
    const { base } = this.#in;
    return Object.entries(edits).reduce((sum, [path, to]) => {
      const from = getAt(base, path);
      const isRatio = typeof from === 'number' && typeof to === 'number' && from > 0 && to > 0;
      return sum + (path === IDLE ? 0 : 100) + (isRatio ? Math.abs(Math.log(to / from)) : 1);
    }, 0);
  }

  /** Moves each changed number towards a target as far as the goal is still met. */
  async #shrink(found: Outcome, target: Place): Promise<Outcome> {
    const { base, knobs, isStopped } = this.#in;
    let best = found;
    for (const [index, knob] of knobs.entries()) {
      let good = this.#placeOf(best.edits)[index];
      let bad = target[index] ?? (getAt(base, knob.path) as Json | undefined);
      if (good === undefined || bad === undefined || good === bad || 'values' in knob) continue;
      const at = async (...values: readonly Json[]) => {
        const place = this.#placeOf(best.edits);
        return this.#each(values.map((value) => place.with(index, value)));
      };
      const [reached] = await at(bad);
      if (reached?.isMet) {
        best = reached;
        continue;
      }
      for (let step = 0; step < MAX_STEPS && !isStopped(); step++) {
        // The one nearer to the target comes first.
        const values = thirds(knob, bad, good);
        if (values.length === 0) break;
        const outcomes = await at(...values);
        const first = outcomes.findIndex((outcome) => outcome?.isMet);
        best = outcomes[first] ?? best;
        [bad, good] =
          first < 0 ? [values.at(-1) ?? bad, good] : [values[first - 1] ?? bad, values[first] ?? good];
      }
    }
    return best;
  }

  /** First what meets the goal, then what comes nearest, then the objective, then fewer and smaller changes. */
  #compare(a: Outcome, b: Outcome): number {
    const { goal } = this.#in;
    const objective = objectiveOf(goal);
    return (
      Number(b.isMet) - Number(a.isMet) ||
      missOf(a, goal) - missOf(b, goal) ||
      scoreOf(a, objective) - scoreOf(b, objective) ||
      this.#sizeOf(a) - this.#sizeOf(b)
    );
  }

  #bestOf(places: readonly Place[]): Place {
    const { base, knobs } = this.#in;
    const known = places.flatMap((place) => {
      const outcome = this.#outcomes.get(JSON.stringify(editsAt(base, knobs, place)));
      return outcome ? [{ place, outcome }] : [];
    });
    return known.sort((a, b) => this.#compare(a.outcome, b.outcome))[0]?.place ?? places[0] ?? [];
  }

  #start(): Place {
    return this.#in.knobs.map(({ path }) => getAt(this.#in.base, path) as Json | undefined);
  }

  #values(index: number): Json[] {
    const { knobs } = this.#in;
    const knob = knobs[index];
    return knob ? valuesOfKnob(knob, POINTS[knobs.length] ?? FEWEST_POINTS) : [];
  }

  /** The place of some edits. */
  #placeOf(edits: Edits): Place {
    const { base, knobs } = this.#in;
    return knobs.map(({ path }) => edits[path] ?? (getAt(base, path) as Json | undefined));
  }

  async #each(places: readonly Place[]): Promise<(Outcome | undefined)[]> {
    await this.#run(places);
    const { base, knobs } = this.#in;
    return places.map((place) => this.#outcomes.get(JSON.stringify(editsAt(base, knobs, place))));
  }

  async #run(places: readonly Place[]): Promise<void> {
    const { base, knobs, runs, seeds, onRun, goal } = this.#in;
    const wanted: { key: string; edits: Edits; scenario: Scenario }[] = [];
    for (const place of places) {
      const edits = editsAt(base, knobs, place);
      const key = JSON.stringify(edits);
      if (this.#outcomes.has(key) || wanted.some((other) => other.key === key)) continue;
      const scenario = await this.#scenarioAt(edits);
      if (scenario) wanted.push({ key, edits, scenario });
      else this.#outcomes.set(key, undefined);
    }
    const systems = wanted.map(({ scenario }) => scenario);
    await runUntilDecided(systems, { goal, runs, seeds, onRun });
    for (const { key, edits, scenario } of wanted)
      this.#outcomes.set(key, outcomeOf(runs, goal, scenario, edits));
  }

  async #scenarioAt(edits: Edits): Promise<Scenario | undefined> {
    const { base, normalize, length } = this.#in;
    const { scenario } = await normalize(applyEdits({ ...base, run: length }, edits));
    return scenario ?? undefined;
  }
}
