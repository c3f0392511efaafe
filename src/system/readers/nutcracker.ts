/** twemproxy's `nutcracker.yml`: a pool of connections to Redis, shared by all clients (README of twemproxy 0.5.0). */
import { yamlDocuments } from './flat-yaml.ts';
import type { Found, FoundOption, PieceReader } from './reader-result.ts';
import { numberOf } from './value.ts';

/** A pool listens somewhere, and has servers. */
const SIGNS = [
  /^\s+listen\s*:/m,
  /^\s+servers\s*:/m,
  /^\s+(?:hash|distribution|server_connections|redis|preconnect)\s*:/m,
];

/** Keys without a setting in the model. */
const OUTSIDE = new Set(
  'listen hash hash_tag distribution timeout backlog tcpkeepalive preconnect redis redis_auth redis_db auto_eject_hosts server_retry_timeout server_failure_limit servers client_connections reuse_port'.split(
    ' ',
  ),
);
const CONNECTIONS = 'server_connections';

const PROXY = 'network.proxy';

interface Pool {
  readonly name: string;
  readonly options: readonly FoundOption[];
}

/** The last part of a key, without the place in a list. */
const lastOf = (key: string): string => (key.split('.').at(-1) ?? key).replace(/\[\d+\]$/, '');

const isOn = (pool: Pool): boolean =>
  pool.options.some(({ key, raw }) => lastOf(key) === 'redis' && String(raw) === 'true');

export const readNutcracker: PieceReader = (text) => {
  if (!SIGNS.every((sign) => sign.test(text))) return undefined;
  const documents = yamlDocuments(text);
  if (!documents) return undefined;
  const kind = 'nutcracker';
  if ('error' in documents) return { kind, problems: [documents.error] };
  const options = documents.flatMap((document) => document.options);
  const names = [...new Set(options.map(({ key }) => key.split('.')[0] ?? ''))];
  const pools = names.map(
    (name): Pool => ({ name, options: options.filter(({ key }) => key.startsWith(`${name}.`)) }),
  );
  const pool = pools.find(isOn);
  return {
    kind,
    ...(pool && settingsOf(pool)),
    unused: options
      .filter(({ key }) => !(pool && key === `${pool.name}.${CONNECTIONS}`))
      .map((option) => ({ ...option, meaning: meaningOf(option, pool) })),
    lines: documents.flatMap(({ lines }) => lines),
  };
};

/** Keys of other pools belong to another proxy, as the servers after the first do: the model has one of each. */
function meaningOf({ key }: FoundOption, pool: Pool | undefined): 'outside' | 'other' | null {
  const last = lastOf(key);
  if (!OUTSIDE.has(last) && last !== CONNECTIONS) return null;
  return pool && !key.startsWith(`${pool.name}.`) ? 'other' : 'outside';
}

function settingsOf({ name, options }: Pool): Required<Pick<Found, 'settings' | 'problems'>> {
  const listen = options.find(({ key }) => lastOf(key) === 'listen') ?? options[0];
  const written = options.find(({ key }) => key === `${name}.${CONNECTIONS}`);
  const count = written === undefined ? undefined : numberOf(written.raw);
  const isCount = count !== undefined && Number.isInteger(count) && count > 0;
  return {
    settings: [
      ...(listen
        ? [{ path: `${PROXY}.kind`, value: 'multiplexing', line: listen.line, key: listen.key }]
        : []),
      ...(written && isCount
        ? [{ path: `${PROXY}.upstreamConnections`, value: count, line: written.line, key: written.key }]
        : []),
    ],
    problems:
      written && !isCount
        ? [
            {
              ...({ code: 'SYS-11', line: written.line, key: written.key } as const),
              ...{ value: String(written.raw), expected: 'number' },
            },
          ]
        : [],
  };
}
