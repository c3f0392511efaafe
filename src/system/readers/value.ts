/** Values of options as numbers: durations in the notations of configurations and languages. */
import type { Json } from '../../model/scenario/patch.ts';

const MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  nanosecond: 1e-6,
  nanos: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  microsecond: 1e-3,
  micros: 1e-3,
  ms: 1,
  millisecond: 1,
  millis: 1,
  s: 1000,
  second: 1000,
  seconds: 1000,
  m: 60_000,
  minute: 60_000,
  minutes: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
};

const msOf = (number: string, unit: string): number | undefined => {
  const factor = MS[unit.toLowerCase()];
  const value = Number(number.replaceAll('_', ''));
  return factor === undefined || !Number.isFinite(value) ? undefined : value * factor;
};

/** A duration in ms; undefined if the text is none. A bare number has the unit `bare`, which is that many ms. */
export function durationMs(raw: Json, bareMs: number): number | undefined {
  if (typeof raw === 'number') return raw < 0 ? raw : raw * bareMs;
  if (typeof raw !== 'string') return undefined;
  const text = raw.trim().replace(/^["']|["']$/g, '');
  const plain = /^(-?[\d_.]+)$/.exec(text);
  if (plain) return durationMs(Number((plain[1] ?? '').replaceAll('_', '')), bareMs);
  const suffixed = /^([\d.]+)\s*(ns|us|µs|ms|s|m|h)$/i.exec(text);
  if (suffixed) return msOf(suffixed[1] ?? '', suffixed[2] ?? '');
  const java = /Duration\.of(Nanos|Micros|Millis|Seconds|Minutes|Hours)\(\s*([\d_]+)/.exec(text);
  if (java) return msOf(java[2] ?? '', java[1] ?? '');
  const go = /^([\d_.]+)\s*\*\s*time\.(\w+)$/.exec(text) ?? /^time\.(\w+)\s*\*\s*([\d_.]+)$/.exec(text);
  if (go) {
    const [first = '', second = ''] = go.slice(1);
    return /^\d/.test(first) ? msOf(first, second) : msOf(second, first);
  }
  const one = /^time\.(\w+)$/.exec(text);
  if (one) return msOf('1', one[1] ?? '');
  const iso = /^PT(?:(\d+)M)?(?:([\d.]+)S)?$/i.exec(text);
  return iso && (iso[1] || iso[2]) ? Number(iso[1] ?? 0) * 60_000 + Number(iso[2] ?? 0) * 1000 : undefined;
}

/** A number; undefined if the text is none. */
export function numberOf(raw: Json): number | undefined {
  if (typeof raw === 'number') return raw;
  const text = typeof raw === 'string' ? raw.trim().replaceAll(/["'_]/g, '').replace(/[lL]$/, '') : '';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

export function booleanOf(raw: Json): boolean | undefined {
  if (typeof raw === 'boolean') return raw;
  const text = typeof raw === 'string' ? raw.trim().replaceAll(/["']/g, '').toLowerCase() : '';
  return text === 'true' || text === 'yes' || text === 'on'
    ? true
    : text === 'false' || text === 'no' || text === 'off'
      ? false
      : undefined;
}
