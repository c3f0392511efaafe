/** Options in an address: the URL of go-redis and redis-py, the connection string of StackExchange.Redis. */
import { libraryById, optionOf } from '../../model/libraries/library.ts';
import type { FoundOption, PieceReader } from './found.ts';

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

export const readUrl: PieceReader = (text) => {
  const [address = '', ...others] = text.trim().split(/\s+/);
  const options = others.length === 0 ? urlOptions(address, firstLine(text)) : undefined;
  return options && { kind: 'goRedisUrl', clients: [{ library: libraryOfUrl(options), options }] };
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
  const trimmed = text.trim();
  if (trimmed.includes('\n')) return undefined;
  const options = connectionStringOptions(trimmed.replace(/^"(.*)"$/, '$1'), firstLine(text));
  return options && { kind: 'stackExchangeString', clients: [{ library: 'stackExchange', options }] };
};
