/** Compares the offered loads of two systems: a difference here comes before differences of the systems. */

import { count, type Fact, rate, time } from './finding.ts';
import { allInstances } from './instances.ts';
import { thinkUs } from './request.ts';
import type { Both, Load, Statement, System } from './statement.ts';

/** Share of arrivals without a reply from which it is mentioned. */
const UNANSWERED = 0.02;

/** A side's load. An open load does not depend on replies. */
function loadOf({ scenario, summary }: System): Load {
  const { arrivals } = allInstances(scenario).workload;
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

/** The configured load, without its outcome. */
const configuredValues = ({ id, facts }: Load): readonly number[] => {
  const value = (fact: Fact | undefined): number =>
    fact?.unit === 'time' ? fact.us : fact && 'value' in fact ? fact.value : 0;
  return id === 'closed' ? [value(facts.callers), value(facts.pause)] : [value(facts.offered)];
};

/** The statement that the loads differ, if they do. */
export function workloadDiff({ a, b }: Both<System>): Statement[] {
  const both = { a: loadOf(a), b: loadOf(b) };
  const [inA, inB] = [configuredValues(both.a), configuredValues(both.b)];
  const isSame = both.a.id === both.b.id && inA.every((value, i) => value === inB[i]);
  return isSame ? [] : [{ id: 'load', facts: {}, loads: both }];
}
