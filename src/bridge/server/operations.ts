/** What each question of the protocol does. */
import type { Answer, Ask, CommandReply, Hello, Operation } from '../protocol.ts';
import { LIMITS } from '../protocol.ts';
import { allowedCommand } from './allow-list.ts';
import { Refusal } from './failure.ts';
import type { Keyspace } from './keyspace.ts';
import { measurePing } from './measure.ts';
import type { RedisLink } from './redis-link.ts';
import type { RedisTarget } from './redis-target.ts';
import { hostName } from './redis-target.ts';

/** More clients than a developer's own server has. */
const CROWD = 50;
const PINGS_UNASKED = 1_000;

export class Operations {
  readonly #target: RedisTarget;
  readonly #link: RedisLink;
  readonly #keys: Keyspace;
  readonly #ended: AbortSignal;
  #trusted: boolean;
  #measuring = false;

  constructor(target: RedisTarget, link: RedisLink, keys: Keyspace, ended: AbortSignal) {
    this.#target = target;
    this.#link = link;
    this.#keys = keys;
    this.#ended = ended;
    this.#trusted = target.address.kind === 'private';
  }

  async hello(): Promise<Hello> {
    const [server, clients] = await Promise.all([this.#info('server'), this.#info('clients')]);
    return {
      redisVersion: server.get('valkey_version') ?? server.get('redis_version') ?? '',
      mode: server.get('redis_mode') ?? '',
      connectedClients: Number(clients.get('connected_clients') ?? 0),
      address: this.#target.address,
      keyPrefix: this.#keys.prefix,
      limits: LIMITS,
    };
  }

  async confirm({ host }: Partial<Ask<'confirm'>>): Promise<null> {
    if (host !== hostName(this.#target.address)) throw new Refusal('BR-09', { what: 'host' });
    this.#trusted = true;
    return null;
  }

  async measurePing({ count = PINGS_UNASKED }: Partial<Ask<'measurePing'>>): Promise<Answer<'measurePing'>> {
    if (!Number.isInteger(count) || count < 1) throw new Refusal('BR-09', { what: 'count' });
    if (count > LIMITS.pings) throw new Refusal('BR-11', { what: 'count', limit: LIMITS.pings });
    // Two at a time would measure each other.
    if (this.#measuring) throw new Refusal('BR-10', { limit: 1 });
    this.#measuring = true;
    try {
      await this.#makeSure();
      return await measurePing(this.#link.ping, count, this.#ended);
    } finally {
      this.#measuring = false;
    }
  }

  async command({ words }: Partial<Ask<'command'>>): Promise<CommandReply> {
    if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
      throw new Refusal('BR-09', { what: 'words' });
    const allowed = allowedCommand(words, this.#keys);
    await this.#makeSure();
    const reply = await this.#link.call(allowed);
    return typeof reply === 'number' || reply === null ? reply : String(reply);
  }

  /** Nothing but questions about itself goes to a Redis that looks like production until its host was named. */
  async #makeSure(): Promise<void> {
    if (this.#trusted) return void (await this.#link.call(['PING']));
    const clients = Number((await this.#info('clients')).get('connected_clients') ?? 0);
    if (clients > CROWD) throw new Refusal('BR-08', { clients, host: hostName(this.#target.address) });
    this.#trusted = true;
  }

  async #info(section: string): Promise<Map<string, string>> {
    const text = String(await this.#link.call(['INFO', section]));
    const lines = text.split('\r\n').filter((line) => line.includes(':'));
    return new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    );
  }
}

export const isOperation = (op: unknown): op is Operation =>
  op === 'hello' || op === 'confirm' || op === 'measurePing' || op === 'command';
