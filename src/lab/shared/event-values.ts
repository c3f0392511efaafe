/** The values of an event, as text for the message `events.what`. */
import { formatDuration, formatNumber, formatShare } from '../../lib/format.ts';
import type { Language } from '../../lib/languages.ts';
import type { Event } from '../../model/scenario/generated/scenario.ts';

const NS_PER_MS = 1e6;
const NS_PER_US = 1e3;

interface EventValues extends Record<string, string | number> {
  kind: Event['kind'];
  duration: string;
  share: string;
  silent: string;
  number: number;
  extra: string;
  factor: string;
  setting: string;
  value: string;
}

/** Values that an event does not have are empty; its message does not use them. */
export function eventValues(event: Event, language: Language): EventValues {
  const { kind } = event;
  const number = (value: number) => formatNumber(value, language);
  const percent = (value: number) => formatShare(value / 100, language);
  return {
    ...{
      kind,
      duration: '',
      share: '',
      silent: '',
      number: 0,
      extra: '',
      factor: '',
      setting: '',
      value: '',
    },
    ...('durationMs' in event && { duration: formatDuration(event.durationMs * NS_PER_MS, language) }),
    ...(kind === 'connectionsDropped' && {
      share: percent(event.sharePercent),
      silent: String(event.silent),
    }),
    // Nodes are counted from 1 on the page.
    ...(kind === 'nodeLost' && { number: event.node + 1 }),
    ...(kind === 'networkDelay' && { extra: formatDuration(event.extraUs * NS_PER_US, language) }),
    ...(kind === 'networkLoss' && { share: percent(event.lossPercent) }),
    ...(kind === 'burst' && { factor: number(event.factor) }),
    ...(kind === 'instancesChanged' && { number: event.instances }),
    // As a file spells it.
    ...(kind === 'limitChanged' && { setting: event.path.replace(/^.*\./, ''), value: number(event.value) }),
  };
}
