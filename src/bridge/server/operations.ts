/** Implements the requests of the protocol. */
import type {
  Answer,
  Ask,
  BridgeFailure,
  BuildNotice,
  CommandReply,
  DriveNotice,
  Hello,
  Notice,
  OpenedVote,
  Operation,
  ProgramState,
  RedisAddress,
  RunRequest,
  VoteNotice,
} from '../protocol.ts';
import { buildFor, isLibrary, releaseName } from '../workload/library.ts';
import { LIMITS } from '../workload/limits.ts';
import { DRIVERS, type Driver } from '../workload/workload.ts';
import { allowedCommand } from './allow-list.ts';
import { programStates, usableLibraries } from './drivers/programs.ts';
import { toolsOf } from './drivers/toolchain.ts';
import { Refusal } from './failure.ts';
import type { Keyspace } from './keyspace.ts';
import { LiveRun } from './live-run.ts';
import { findBenchmark, thisMachine } from './machine.ts';
import { measurePing } from './measure.ts';
import { observe } from './observe.ts';
import { canHold } from './one-core.ts';
import { fieldsOf, parseInfo } from './redis-info.ts';
import type { RedisLink } from './redis-link.ts';
import { hostName, type RedisTarget } from './redis-target.ts';
import { type ValidRunRequest, validateRunRequest } from './run-request.ts';
import type { Shared } from './runs.ts';

/** More than a developer's own server has. */
const CROWDED_FROM = 50;
const MANY_KEYS = 100_000;

/** Why a Redis needs confirmation by host name; null if it looks like a development server. */
function cautionOf(info: ReadonlyMap<string, string>, address: RedisAddress): BridgeFailure | null {
  const clients = Number(info.get('connected_clients') ?? 0);
  const replicas = Number(info.get('connected_slaves') ?? 0) + (info.get('role') === 'slave' ? 1 : 0);
  const databases = [...info].filter(([name]) => /^db\d+$/.test(name)).map(([, line]) => fieldsOf(line));
  const keys = databases.reduce((sum, database) => sum + Number(database.get('keys') ?? 0), 0);
  const reasons: readonly [why: string, count: number, holds: boolean][] = [
    ['host', 1, address.kind === 'remote'],
    ['clients', clients, clients > CROWDED_FROM],
    ['replicas', replicas, replicas > 0],
    ['keys', keys, keys > MANY_KEYS],
  ];
  const found = reasons.find(([, , holds]) => holds);
  return found
    ? { code: 'BR-08', detail: { why: found[0], count: found[1], host: hostName(address) } }
    : null;
}

const PINGS_UNASKED = 1_000;
/** First version of the JDK that has them. */
const VIRTUAL_THREADS_SINCE = 21;

/** Sends notices to the page. */
export interface Notifier {
  readonly notice: (notice: Notice) => void;
  readonly vote: (notice: VoteNotice) => void;
  readonly drive: (notice: DriveNotice) => void;
  readonly build: (notice: BuildNotice) => void;
}

export class Operations {
  readonly #shared: Shared;
  readonly #target: RedisTarget;
  readonly #link: RedisLink;
  readonly #keys: Keyspace;
  readonly #notifier: Notifier;
  readonly #ended: AbortSignal;
  #trusted: boolean;
  #measuring = false;
  #isBuilding = false;
  #run: LiveRun | undefined;
  /** Number of stop requests: a workload that was only planned by then is not started. */
  #stops = 0;

  constructor(shared: Shared, link: RedisLink, keys: Keyspace, notifier: Notifier, ended: AbortSignal) {
    this.#shared = shared;
    this.#target = shared.target;
    this.#link = link;
    this.#keys = keys;
    this.#notifier = notifier;
    this.#ended = ended;
    this.#trusted = shared.target.address.kind === 'private';
  }

  async hello(): Promise<Hello> {
    const [server, caution, programs] = await Promise.all([
      this.#info('server'),
      this.#caution(),
      this.#programStates(),
    ]);
    const redisVersion = server.get('valkey_version') ?? server.get('redis_version') ?? '';
    const machine = thisMachine();
    return {
      redisVersion,
      mode: server.get('redis_mode') ?? '',
      connectedClients: Number((await this.#info('clients')).get('connected_clients') ?? 0),
      drivers: this.#driversHere(programs),
      programs,
      machine: { ...machine, versions: { ...machine.versions, redis: redisVersion } },
      caution,
      address: this.#target.address,
      canHold: canHold(this.#target),
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
    // Two measurements would disturb each other.
    if (this.#measuring) throw new Refusal('BR-10', { limit: 1 });
    this.#measuring = true;
    try {
      await this.#requireConfirmation();
      return await measurePing(this.#link.ping, count, this.#ended);
    } finally {
      this.#measuring = false;
    }
  }

  async observe(): Promise<Answer<'observe'>> {
    await this.#requireConfirmation();
    return observe((words) => this.#link.call(words));
  }

  async command({ words }: Partial<Ask<'command'>>): Promise<CommandReply> {
    if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
      throw new Refusal('BR-09', { what: 'words' });
    // Validated before Redis is called, and again just before sending: a workload that has ended since then
    // has removed and forgotten all keys.
    allowedCommand(words, this.#keys);
    await this.#requireConfirmation();
    const allowed = allowedCommand(words, this.#keys);
    const reply = await this.#link.call(allowed);
    return typeof reply === 'number' || reply === null ? reply : String(reply);
  }

  async plan(request: Partial<RunRequest>): Promise<Answer<'plan'>> {
    return (await this.#check(request)).plan;
  }

  async run(request: Partial<RunRequest>): Promise<Answer<'run'>> {
    // A stop may come while the request is checked.
    const stops = this.#stops;
    const checked = await this.#check(request);
    const { plan } = checked;
    if (plan.kind === 'impossible') {
      const [first] = plan.misfits;
      throw new Refusal(first?.code ?? 'BR-16', first?.detail);
    }
    const { library } = plan;
    const build = library && buildFor(library.name, library.version);
    const command = build ? this.#shared.drivers.commandOf(build) : undefined;
    if (library && !command)
      throw new Refusal('BR-33', { client: releaseName(library.name, library.version) });
    if (library?.runtime === 'virtualThreads') await this.#requireVirtualThreads();
    if (this.#shared.drivers.isBuilding) throw new Refusal('BR-34');
    await this.#requireConfirmation();
    const { target, server, program, processes } = this.#shared;
    const here = { target, server, program, link: this.#link, keys: this.#keys };
    const surroundings = { ...here, tell: this.#notifier.notice };
    const { run } = await this.#shared.runs.start((number) => {
      // It may have waited for another to end.
      if (stops !== this.#stops) throw new Refusal('BR-21', { message: 'stopped' });
      const program = library && command ? { library, command, processes } : undefined;
      this.#run = new LiveRun(number, plan.workload, checked, { ...surroundings, driver: program });
      return this.#run;
    });
    return { run, workload: plan.workload, adapted: plan.adapted };
  }

  /** Stops this session's workload, if any. */
  async stop(): Promise<null> {
    this.#stops++;
    await this.#run?.stop();
    return null;
  }

  /** The same, and waits for its complete end. */
  async end(): Promise<void> {
    await this.stop();
    await this.#run?.ended;
  }

  async build({ library, version }: Partial<Ask<'build'>>): Promise<Answer<'build'>> {
    const build = library && isLibrary(library) && buildFor(library, String(version));
    const { drivers, runs } = this.#shared;
    if (!build || !drivers.has(build.program)) throw new Refusal('BR-09', { what: 'library' });
    // It would disturb the measurement.
    if (runs.isBusy) throw new Refusal('BR-17');
    if (drivers.isBuilding) throw new Refusal('BR-34');
    this.#isBuilding = true;
    try {
      await drivers.build(build, (line) => this.#notifier.build({ event: 'build', line }));
    } finally {
      this.#isBuilding = false;
    }
    return this.#programStates();
  }

  /** Stops this session's build, if any. */
  async cancelBuild(): Promise<null> {
    if (this.#isBuilding) this.#shared.drivers.cancel();
    return null;
  }

  async openVote({ lesson, round }: Partial<Ask<'openVote'>>): Promise<OpenedVote> {
    if (typeof lesson !== 'string' || lesson.length > LIMITS.keyBytes)
      throw new Refusal('BR-09', { what: 'lesson' });
    if (round !== 0 && round !== 1 && round !== null) throw new Refusal('BR-09', { what: 'round' });
    const { vote, origins } = this.#shared.classroom;
    return { code: vote.open(lesson, round ?? undefined, this.#notifier.vote), origins };
  }

  async closeVote(): Promise<null> {
    this.#shared.classroom.vote.close(this.#notifier.vote);
    return null;
  }

  async openDrive({ code }: Partial<Ask<'openDrive'>>): Promise<OpenedVote> {
    const { drive, origins } = this.#shared.classroom;
    return { code: drive.open(this.#notifier.drive, code), origins };
  }

  async publishDrive({ board, own }: Partial<Ask<'publishDrive'>>): Promise<null> {
    if (typeof own !== 'object' || own === null) throw new Refusal('BR-09', { what: 'own' });
    if (!this.#shared.classroom.drive.publish(this.#notifier.drive, board ?? null, own))
      throw new Refusal('BR-09', { what: 'publishDrive' });
    return null;
  }

  async closeDrive(): Promise<null> {
    this.#shared.classroom.drive.close(this.#notifier.drive);
    return null;
  }

  async #check(request: Partial<RunRequest>): Promise<ValidRunRequest> {
    const libraries = usableLibraries(await this.#programStates());
    return validateRunRequest(request, this.#shared.engine, this.#target, libraries);
  }

  #programStates(): Promise<ProgramState[]> {
    return programStates(this.#shared.drivers);
  }

  #driversHere(programs: readonly ProgramState[]): Driver[] {
    const libraries = usableLibraries(programs);
    return DRIVERS.filter((driver) => {
      if (isLibrary(driver)) return libraries.includes(driver);
      return driver !== 'redisBenchmark' || findBenchmark() !== undefined;
    });
  }

  async #requireVirtualThreads(): Promise<void> {
    const [java] = await toolsOf('java');
    if (Number.parseInt(java?.version ?? '0', 10) < VIRTUAL_THREADS_SINCE)
      throw new Refusal('BR-38', { version: java?.version ?? 'none' });
  }

  /** Before the confirmation, a Redis that looks like production gets no commands except INFO. */
  async #requireConfirmation(): Promise<void> {
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

const OPERATIONS: readonly Operation[] = [
  ...(['hello', 'confirm', 'measurePing', 'observe', 'command'] as const),
  ...(['plan', 'run', 'stop'] as const),
  ...(['build', 'cancelBuild', 'openVote', 'closeVote'] as const),
  ...(['openDrive', 'publishDrive', 'closeDrive'] as const),
];

export const isOperation = (op: unknown): op is Operation => OPERATIONS.some((name) => name === op);
