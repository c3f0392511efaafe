/** The options of `npm start` and `npm run bridge`. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { localAddresses } from './classroom/local-network.ts';
import { parseTarget, type RedisTarget } from './redis-target.ts';

export const HELP = `Serves the page and the bridge to Redis on one port of this machine.

  --port N        this port, or 0 for any free one (default: 4173, or the next free one)
  --redis URL     redis://[USER:PASSWORD@]HOST[:PORT][/DB], rediss://… for TLS, or unix:/PATH[?user=USER&db=DB]
                  (default: a private Redis that keeps nothing)
  --redis-ca FILE a certificate to trust besides the system's, for rediss://
  --no-redis      the page alone
  --classroom     lets other machines of the local network open the page and vote; they do not reach the bridge
  --origin URL    a further page that may use the bridge, for instance https://example.org (repeatable)

The password may also be in the environment, as REDISCLI_AUTH: then it is in no list of processes and no history.
`;

export interface ServerArguments {
  help: boolean;
  /** Undefined: the default port or the next free one. */
  port: number | undefined;
  redis: RedisTarget | 'private' | 'none';
  origins: string[];
  /** Addresses of this machine where students may open the page and vote. */
  classroom: string[];
}

/** The arguments, or the error messages. */
export function readArguments(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): ServerArguments | { problems: string[] } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', default: false },
        port: { type: 'string' },
        redis: { type: 'string' },
        'redis-ca': { type: 'string' },
        'no-redis': { type: 'boolean', default: false },
        classroom: { type: 'boolean', default: false },
        origin: { type: 'string', multiple: true, default: [] },
      },
    });
    const problems: string[] = [];
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
      problems.push(`--port: ${values.port} is not a number from 0 to 65535`);
    const ca = certificateIn(values['redis-ca'], problems);
    const password = environment.REDISCLI_AUTH;
    const secrets = { ...(password && { password }), ...(ca !== undefined && { ca }) };
    const target = values.redis === undefined ? undefined : parseTarget(values.redis, secrets);
    // The address is not printed: it may contain a password.
    if (values.redis !== undefined && !target)
      problems.push(
        '--redis: expected redis://[USER:PASSWORD@]HOST[:PORT], rediss://… or unix:/PATH; in a user or a password write % as %25, @ as %40',
      );
    for (const origin of values.origin)
      if (!URL.canParse(origin) || new URL(origin).origin !== origin)
        problems.push(`--origin: ${origin} is not an origin like https://example.org`);
    const classroom = values.classroom ? localAddresses() : [];
    if (values.classroom && values['no-redis'])
      problems.push('--classroom: votes go through the bridge, which there is none of with --no-redis');
    else if (values.classroom && classroom.length === 0)
      problems.push('--classroom: this machine has no address in a local network');
    if (problems.length > 0) return { problems };
    const redis = target ?? (values['no-redis'] ? 'none' : 'private');
    return { help: values.help, port, redis, origins: values.origin, classroom };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

function certificateIn(file: string | undefined, problems: string[]): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    problems.push(`--redis-ca: ${file} cannot be read`);
    return undefined;
  }
}
