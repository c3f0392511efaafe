/** What each question of the protocol does. */
import type { Answer, Ask, BridgeFailure, CommandReply, Hello } from '../protocol.ts';
import { LIMITS } from '../workload/limits.ts';
import { DRIVERS } from '../workload/workload.ts';
import { allowedCommand } from './allow-list.ts';
import { cautionOf } from './caution.ts';
import { Refusal } from './failure.ts';
import { parseInfo } from './info.ts';
import type { Keyspace } from './keyspace.ts';
import { findBenchmark, thisMachine } from './machine.ts';
import { measurePing } from './measure.ts';
import type { RedisLink } from './redis-link.ts';
import type { RedisTarget } from './redis-target.ts';
import { hostName } from './redis-target.ts';

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
    const [server, caution] = await Promise.all([this.#info('server'), this.#caution()]);
    const redisVersion = server.get('valkey_version') ?? server.get('redis_version') ?? '';
    const machine = thisMachine();
    return {
      redisVersion,
      mode: server.get('redis_mode') ?? '',
      connectedClients: Number((await this.#info('clients')).get('connected_clients') ?? 0),
      drivers: DRIVERS.filter((driver) => driver !== 'redisBenchmark' || findBenchmark() !== undefined),
      machine: { ...machine, versions: { ...machine.versions, redis: redisVersion } },
      caution,
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
    const caution = await this.#caution();
    if (caution) throw new Refusal(caution.code, caution.detail);
    this.#trusted = true;
  }

  async #caution(): Promise<BridgeFailure | null> {
    if (this.#trusted) return null;
    const sections = await Promise.all(
      ['clients', 'replication', 'keyspace'].map((name) => this.#info(name)),
    );
    return cautionOf(new Map(sections.flatMap((section) => [...section])), this.#target.address);
  }

  async #info(section: string): Promise<Map<string, string>> {
    return parseInfo(String(await this.#link.call(['INFO', section])));
  }
}

const OPERATIONS = ['hello', 'confirm', 'measurePing', 'command'] as const;

export const isOperation = (op: unknown): op is (typeof OPERATIONS)[number] =>
  OPERATIONS.some((name) => name === op);
