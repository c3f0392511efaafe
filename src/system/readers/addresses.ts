/** Options in an address: the URL of go-redis and redis-py, the connection string of StackExchange.Redis. */
import { libraryById, optionOf } from '../../model/libraries/library.ts';
import type { FoundOption, PieceReader } from './reader-result.ts';

/** The parameters of a Redis URL; undefined if the text is none. */
export function urlOptions(url: string, line: number): FoundOption[] | undefined {
  const query = /^(?:redis|valkey)s?:\/\/[^\s?]*\?(\S+)$/i.exec(url)?.[1];
  return query?.split('&').flatMap((part): FoundOption[] => {
    const [key = '', raw = ''] = part.split('=');
    return key === '' ? [] : [{ key: decoded(key), raw: decoded(raw), line, kind: 'url' }];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Libraries that take options from a URL, the one with more of the given options first. */
const WITH_URLS = ['goRedis', 'redisPy'] as const;

export function libraryOfUrl(options: readonly FoundOption[]): string {
  const known = (id: string) => {
    const library = libraryById(id);
    return options.filter(({ key }) => library && optionOf(library, key)?.names.url?.includes(key)).length;
  };
  return [...WITH_URLS].sort((a, b) => known(b) - known(a))[0] ?? WITH_URLS[0];
}

/** A variable of an .env file or of a shell, with its value. */
const VARIABLE = /^\s*(?:export\s+)?([A-Za-z_]\w*)=(["']?)(.*?)\2\s*$/;

/** A value with its line from 1. */
interface Line {
  readonly text: string;
  readonly line: number;
}

/** The values of a text that has variables alone; undefined if it has other lines, or those of Spring. */
function variablesIn(text: string): readonly Line[] | undefined {
  const lines = text.split(/\r?\n/);
  const values = lines.flatMap((line, index): (Line | undefined)[] => {
    if (/^\s*(?:#.*)?$/.test(line)) return [];
    const [, name = '', , value] = VARIABLE.exec(line) ?? [];
    return [value === undefined || /^spring/i.test(name) ? undefined : { text: value, line: index + 1 }];
  });
  return values.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
}

/** What may be an address: the only word of a text, or the values of its variables. */
const placesIn = (text: string): readonly Line[] =>
  variablesIn(text) ?? [{ text: text.trim().replace(/^"(.*)"$/, '$1'), line: firstLine(text) }];

export const readUrl: PieceReader = (text) => {
  const clients = placesIn(text).flatMap((place) => {
    const options = urlOptions(place.text, place.line);
    return options ? [{ library: libraryOfUrl(options), options }] : [];
  });
  return clients.length > 0 ? { kind: 'goRedisUrl', clients } : undefined;
};

const firstLine = (text: string): number => text.slice(0, text.search(/\S/)).split('\n').length;

const CONNECTION_STRING = /^[\w.-]+(:\d+)?(,\s*[\w.-]+(:\d+)?)*(,\s*[\w$-]+\s*=[^,]*)+,?$/;

/** The options of a connection string; undefined if the text is none. */
export function connectionStringOptions(text: string, line: number): FoundOption[] | undefined {
  if (!CONNECTION_STRING.test(text)) return undefined;
  return text.split(',').flatMap((part): FoundOption[] => {
    const [key = '', raw] = part.trim().split('=');
    return raw === undefined ? [] : [{ key: key.trim(), raw: raw.trim(), line, kind: 'string' }];
  });
}

export const readConnectionString: PieceReader = (text) => {
  const clients = placesIn(text).flatMap((place) => {
    const options = place.text.includes('\n') ? undefined : connectionStringOptions(place.text, place.line);
    return options ? [{ library: 'stackExchange', options }] : [];
  });
  return clients.length > 0 ? { kind: 'stackExchangeString', clients } : undefined;
};
