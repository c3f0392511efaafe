/** What is asked of two systems, where it is not the same: a difference of the load comes before any of the systems. */
import { count, type Fact, rate, time } from './finding.ts';
import { thinkUs } from './request.ts';
import type { Both, Load, Statement, System } from './statement.ts';

/** Part of what comes that has to be left unanswered for that to be said. */
const UNANSWERED = 0.02;

/** How a side is asked. What is offered in an open load does not depend on what is answered. */
function loadOf({ scenario, summary }: System): Load {
  const { arrivals } = scenario.workload;
  if (arrivals.kind === 'closed') {
    const pauseUs = thinkUs(scenario);
    const facts = {
      callers: count(arrivals.callers),
      pauses: count(pauseUs > 0 ? 1 : 0),
      pause: time(pauseUs),
    };
    return { id: 'closed', facts };
  }
  const { ratePerSec } = arrivals;
  const completed = summary.throughput.perSec;
  const isMore = completed < (1 - UNANSWERED) * ratePerSec;
  const facts = {
    offered: rate(ratePerSec),
    completed: rate(completed),
    isMore: count(isMore ? 1 : 0),
  };
  return { id: 'open', facts };
}

/** What the scenario asks for, without what has become of it. */
const asked = ({ id, facts }: Load): readonly number[] => {
  const value = (fact: Fact | undefined): number =>
    fact?.unit === 'time' ? fact.us : fact && 'value' in fact ? fact.value : 0;
  return id === 'closed' ? [value(facts.callers), value(facts.pause)] : [value(facts.offered)];
};

/** That they are not asked for the same, if that is so. */
export function workloadDiff({ a, b }: Both<System>): Statement[] {
  const both = { a: loadOf(a), b: loadOf(b) };
  const [inA, inB] = [asked(both.a), asked(both.b)];
  const isSame = both.a.id === both.b.id && inA.every((value, i) => value === inB[i]);
  return isSame ? [] : [{ id: 'load', facts: {}, loads: both }];
}
