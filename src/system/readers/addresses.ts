/** Options in an address: the URL of go-redis, the connection string of StackExchange.Redis. */
import type { FoundOption, PieceReader } from './found.ts';

export const readGoRedisUrl: PieceReader = (text) => {
  const trimmed = text.trim();
  const query = /^rediss?:\/\/\S*\?(\S+)$/.exec(trimmed)?.[1];
  if (query === undefined) return undefined;
  const options = query.split('&').flatMap((part): FoundOption[] => {
    const [key = '', raw = ''] = part.split('=');
    return key === '' ? [] : [{ key, raw, line: 1 }];
  });
  return { kind: 'goRedisUrl', library: 'goRedis', options };
};

export const readConnectionString: PieceReader = (text) => {
  const trimmed = text.trim();
  if (trimmed.includes('\n') || !/^[\w.-]+(:\d+)?(,[\w.-]+(:\d+)?)*(,\s*\w+=[^,]*)+$/.test(trimmed))
    return undefined;
  const options = trimmed.split(',').flatMap((part): FoundOption[] => {
    const [key = '', raw] = part.trim().split('=');
    return raw === undefined ? [] : [{ key, raw, line: 1 }];
  });
  return { kind: 'stackExchangeString', library: 'stackExchange', options };
};
