/**
 * Reads a Redis' own state, in the texts of `redis-cli`: counters, connections and slow commands. Read-only commands
 * alone, with names, addresses, keys and values masked before anything leaves this process.
 */
import type { Observation } from '../protocol.ts';
import { OBSERVING } from './allow-list.ts';

const MASK = '•••';

/** Lines of INFO with names of hosts, files and runs. */
const NAMED_LINES =
  /^(executable|config_file|run_id|master_host|master_replid2?|slave\d+|os|process_id|tcp_port):.*$/gm;

/** INFO without names. */
export const maskedInfo = (text: string): string =>
  text.replace(NAMED_LINES, (_, name: string) => `${name}:${MASK}`);

/** CLIENT LIST with a number for each host, and without names. */
export function maskedClients(text: string): string {
  const hosts = new Map<string, number>();
  const numberOf = (host: string): number => {
    const known = hosts.get(host) ?? hosts.size + 1;
    hosts.set(host, known);
    return known;
  };
  return text
    .replace(
      /\b(l?addr)=(\S*):(\d+)/g,
      (_, name: string, host: string, port: string) => `${name}=host-${numberOf(host)}:${port}`,
    )
    .replace(/\b(name|user|lib-name)=(?!default\b)\S+/g, `$1=${MASK}`);
}

/** Entries of SLOWLOG GET with the name of each command alone. */
export function slowLogText(reply: unknown): string {
  const entries = Array.isArray(reply) ? reply : [];
  return entries
    .flatMap((entry: unknown, index): string[] => {
      if (!Array.isArray(entry)) return [];
      const [id, at, us, words] = entry as unknown[];
      const name = Array.isArray(words) ? String(words[0]) : '';
      if (![id, at, us].every((value) => Number.isFinite(Number(value))) || !/^[\w.|-]{1,64}$/.test(name))
        return [];
      return [
        `${index + 1}) 1) (integer) ${Number(id)}`,
        `   2) (integer) ${Number(at)}`,
        `   3) (integer) ${Number(us)}`,
        `   4) 1) "${name}"`,
      ];
    })
    .join('\n');
}

/**
 * Asks for all of it. What this user of Redis may not ask is left out, and named.
 * @param call sends a command
 */
export async function observe(call: (words: string[]) => Promise<unknown>): Promise<Observation> {
  const refused: string[] = [];
  const ask = async (words: readonly string[]): Promise<unknown> => {
    try {
      return await call([...words]);
    } catch (error) {
      // Redis answers with its own error: the connection is sound.
      if (!(error instanceof Error) || !/^(NOPERM|ERR)\b/.test(error.message)) throw error;
      refused.push(words.slice(0, 2).join(' '));
      return null;
    }
  };
  const [info, clients, slow] = [
    await ask(OBSERVING.info),
    await ask(OBSERVING.clients),
    await ask(OBSERVING.slowLog),
  ];
  return {
    info: info === null ? '' : maskedInfo(String(info)),
    clientList: clients === null ? '' : maskedClients(String(clients)),
    slowLog: slowLogText(slow),
    refused,
  };
}
