/** Replies with an error: what they cost, and what they say about the client. */
import { count, share, time } from '../../../model/explain/finding.ts';
import type { Finding, FindingRule } from '../finding.ts';
import { FOUND, text } from '../subject.ts';

/** Share of the commands from which errors of any kind are notable. */
const NOTABLE_SHARE = 0.001;
/** Number from which they are, where the number of commands is unknown. */
const NOTABLE_COUNT = 100;
/** Errors that tell more than their number: redirects cost a round trip each, the others end requests. */
const KINDS: Readonly<Record<string, Finding['severity']>> = {
  OOM: 'error',
  MISCONF: 'error',
  CLUSTERDOWN: 'error',
  LOADING: 'error',
  BUSY: 'error',
  READONLY: 'error',
  NOAUTH: 'error',
  WRONGPASS: 'error',
  MOVED: 'warning',
  ASK: 'warning',
  NOSCRIPT: 'warning',
  WRONGTYPE: 'warning',
};

/** The most frequent error; those that end requests come first. */
export const errorReplies: FindingRule = (subject) => {
  const { errors } = subject.reading.observed;
  const severityOf = (name: string) => KINDS[name] ?? 'warning';
  const [worst] = [...(errors?.value ?? [])]
    .filter(({ name, count: number, among }) =>
      severityOf(name) === 'error' || among === undefined
        ? number >= (severityOf(name) === 'error' ? 1 : NOTABLE_COUNT)
        : number >= NOTABLE_SHARE * among,
    )
    .sort(
      (a, b) =>
        Number(severityOf(b.name) === 'error') - Number(severityOf(a.name) === 'error') || b.count - a.count,
    );
  if (!errors || !worst) return undefined;
  const { name, count: number, among, origin = errors.origin } = worst;
  const part = among === undefined ? 0 : Math.min(1, number / among);
  return {
    ...FOUND,
    id: 'errorReplies',
    source: 'server',
    severity: severityOf(name),
    origins: [origin],
    facts: {
      ...{ error: text(name), kind: text(name in KINDS ? name : 'other') },
      ...{ errors: count(number), part: share(part), isShareKnown: count(among === undefined ? 0 : 1) },
      // A round trip more for this part of the commands, as a mean over all of them.
      extra: time(part * subject.scenario.network.rttUs),
    },
    // A redirect is a second round trip; other errors end their request.
    weight: 1.2 + part,
  };
};
