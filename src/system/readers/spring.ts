/** application.yml and application.properties of Spring Boot. */

import { flatYaml } from './flat-yaml.ts';
import type { Found, FoundOption, PieceReader } from './found.ts';

const REDIS = /^spring\.(data\.)?redis\./;

/** Relaxed binding: `maxActive`, `max_active` and `max-active` are one key. */
const kebab = (key: string): string =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

/** Placeholders may hold placeholders, to this depth. */
const MAX_DEPTH = 5;

/** A value with the defaults of its placeholders; undefined if one has none. */
function withDefaults(raw: string): string | undefined {
  let text = raw;
  for (let depth = 0; depth < MAX_DEPTH && text.includes('${'); depth++)
    text = text.replace(/\$\{[^:{}]+:([^{}]+)\}/g, (_, fallback: string) => fallback);
  return text.includes('${') ? undefined : text;
}

/** Placeholders with a default have its value; those without are missing. */
function resolved(options: readonly FoundOption[]): { options: FoundOption[]; missing: string[] } {
  const missing: string[] = [];
  const known = options.flatMap((option): FoundOption[] => {
    if (typeof option.raw !== 'string') return [option];
    const raw = withDefaults(option.raw);
    if (raw !== undefined) return [{ ...option, raw }];
    missing.push(option.key);
    return [];
  });
  return { options: known, missing };
}

function springOf(kind: string, found: readonly FoundOption[]): Found | undefined {
  const own = found
    .map((option) => ({ ...option, key: kebab(option.key) }))
    .filter(({ key }) => REDIS.test(key));
  if (own.length === 0) return undefined;
  const { options, missing } = resolved(own);
  const isJedis = own.some(
    ({ key, raw }) => key.includes('.jedis.') || (key.endsWith('.client-type') && raw === 'jedis'),
  );
  return { kind, library: isJedis ? 'springJedis' : 'springLettuce', options, missing };
}

export const readSpringYaml: PieceReader = (text) => {
  if (!/^\s*(spring|redis)\s*:/m.test(text) && !/^spring\.(data\.)?redis/m.test(text)) return undefined;
  const found = flatYaml(text);
  return found && springOf('springYaml', found);
};

export const readSpringProperties: PieceReader = (text) => {
  const found = text.split(/\r?\n/).flatMap((line, index): FoundOption[] => {
    const match = /^\s*(spring\.(?:data\.)?redis\.[\w.[\]-]+)\s*[=:]\s*(.*?)\s*$/.exec(line);
    return match ? [{ key: match[1] ?? '', raw: match[2] ?? '', line: index + 1 }] : [];
  });
  return springOf('springProperties', found);
};
