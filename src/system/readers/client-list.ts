/** CLIENT LIST. */
import type { SeenClient } from '../system.ts';
import type { PieceReader } from './reader-result.ts';

/** The host of an address with its last part masked. */
const masked = (addr: string): string => addr.replace(/(\d+\.\d+\.\d+)\.\d+(?=:)/, '$1.•');

export const readClientList: PieceReader = (text) => {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => /^\s*id=\d+ addr=\S+/.test(line));
  if (first < 0) return undefined;
  const hosts = new Map<string, number>();
  const clients = lines.flatMap((line): SeenClient[] => {
    if (!/^\s*id=\d+ addr=\S+/.test(line)) return [];
    const fields = Object.fromEntries(
      [...line.matchAll(/([\w-]+)=(\S*)/g)].map((match) => [match[1], match[2]]),
    );
    const number = (name: string) => (fields[name] === undefined ? undefined : Number(fields[name]));
    const [totCmds, totNetIn, omem] = [number('tot-cmds'), number('tot-net-in'), number('omem')];
    const address = (fields.addr ?? '').replace(/:\d+$/, '');
    // The connection that asked, and replicas, are no clients of the application.
    const isOther = /^client\b/.test(fields.cmd ?? '') || /[SM]/.test(fields.flags ?? '');
    if (!isOther && !hosts.has(address)) hosts.set(address, hosts.size + 1);
    const host = isOther ? undefined : hosts.get(address);
    return [
      {
        addr: masked(fields.addr ?? ''),
        ...(host !== undefined && { host }),
        ...(fields.cmd && { cmd: fields.cmd }),
        ...(totCmds !== undefined && { totCmds }),
        ...(totNetIn !== undefined && { totNetIn }),
        ...(omem !== undefined && { omem }),
      },
    ];
  });
  const own = lines.flatMap((line, index) =>
    /^\s*(?:id=\d+ addr=|.*CLIENT LIST)/i.test(line) ? [index + 1] : [],
  );
  return { kind: 'clientList', observed: { clients: { value: clients, line: first + 1 } }, lines: own };
};
