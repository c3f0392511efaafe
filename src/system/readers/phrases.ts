/** The phrases of a description: patterns of words with numbers, in English and Chinese, and the values that they give. */
import { amountOf, DIGITS, inUnit } from '../../model/scenario/amount.ts';
import type { Json } from '../../model/scenario/patch.ts';
import { RTT_PRESETS, type RttPreset } from '../questions.ts';

const NUMBER = `(${DIGITS})`;
const COUNT = String.raw`(\d{1,3}(?:[ ,]\d{3})+(?!\d|\.\d)|\d+(?:\.\d+)?k(?![a-z\d])|\d+(?!\d|\.\d|%))`;
const TIME = String.raw`${NUMBER}\s*(ns|[uµμ]s|ms|s|纳秒|微秒|毫秒|秒)(?![a-z/])`;
const SIZE = String.raw`${NUMBER}\s*(bytes?|[kmg]i?b|b|字节)(?![a-z/])`;
const SHARE = String.raw`${NUMBER}\s*(?:%|percent|per cent)`;
/** Requests in a second. */
const RATE = String.raw`${NUMBER}\s*([k千万w]?)\s*(?:(?:requests?|req|commands?|ops|operations?|calls?)\s*)?(?:/\s*s(?:ec(?:ond)?)?|per second|a second|rps|qps|次/秒|/秒)(?![a-z])`;
const PER_PROCESS = String.raw`(?:,\s*)?(?:per|for each|each|in each|on each|/)\s*(?:pod|instance|process|replica|node|service)\b`;
const PER_PROCESS_ZH = '(?:每个?(?:pod|实例|进程|副本|服务|节点)|单(?:机|实例|进程))[\\s,]*';
/** What may stand between a name and its number. */
const IS = String.raw`(?:\s|:|size|of|is|are|at|about|around|with|to|take|takes|~|≈|大概|大约|差不多|平均|达到|到|大小|上限|耗时|每条|每个|各|需要|需|约|为|是|有)*`;

/** Values by the path of their field; the other names have a place of their own. */
export type Fact = Readonly<Record<string, Json | undefined>>;

export const KIND = 'client.connections.kind';
export const POOL = 'poolSize';
export const INSTANCES = 'instances';
export const P99_NS = 'p99Ns';
/** A mean response time: the model computes it, so that it is no input. */
export const MEAN = 'mean';
/** The rate is that of one process, not of all. */
export const IS_OF_ONE = 'isOfOne';

const count = (digits = ''): number =>
  /k$/i.test(digits)
    ? Math.round(Number(digits.slice(0, -1)) * 1000)
    : Number(digits.replaceAll(/[ ,]/g, ''));
const time = (unit: 'ns' | 'µs', digits = '', written = '') => inUnit(amountOf(digits, written), unit);
const size = (digits = '', written = '') => inUnit(amountOf(digits, written), 'B');
/** Per cent as a part of one, without the noise of binary fractions. */
const share = (digits = '') => Number((amountOf(digits, '').value / 100).toPrecision(12));

const rate = (digits = '', multiple = ''): Fact => ({
  'workload.arrivals.kind': 'open',
  'workload.arrivals.ratePerSec': inUnit(amountOf(digits, `${multiple.replace(/w/i, '万')}/s`), '1/s'),
});

const slow = (part: string | undefined, digits: string | undefined, unit: string | undefined): Fact => ({
  'workload.second.share': share(part),
  'workload.second.execUs.value': time('µs', digits, unit),
});

/** What comes again and again: a command or a job, the time it takes, and the time from one to the next. */
export interface Periodic {
  readonly name: string;
  readonly us: number;
  readonly seconds: number;
}

/** Before the name of something periodic, among the names of facts. */
export const PERIODIC = 'periodic:';
/** A copy of the process or its files: no command. */
export const SNAPSHOT = /^(?:backups?|snapshots?|bgsave|rdb|fork|aof|rewrites?|备份|快照|持久化)$/i;
/** Words that stand for something named before, or for nothing known. */
const UNNAMED = /^(?:it|this|that|which|and|one|jobs?|cron|commands?|quer(?:y|ies)|定时任务|命令|查询)$/i;

const NAME = String.raw`(?!p99)([a-z]\w*|备份|快照|持久化|脚本|定时任务|命令|查询)`;
const EVERY = String.raw`(?:every|each|per|once (?:an?|per|every)|once in|an?)\s+(?:${NUMBER}\s*)?(s|seconds?|min(?:ute)?s?|h(?:ours?)?|days?)(?![a-z])`;
const EVERY_ZH = String.raw`每(?:隔)?\s*(?:${NUMBER}\s*)?个?(秒|分钟|小时|天)`;
const VERB = String.raw`(?:takes?|took|needs?|blocks?|stalls?|stops?|freezes?|pauses?|lasts?|of)(?:\s+(?:redis|everything|everybody|the server|all clients|for|about|up to))*\s*`;
const VERB_ZH = String.raw`(?:\s|,|一次|每次|会|都|要|执行|运行|耗时|阻塞|卡住|停顿|需要|约|redis|服务端)*`;

const SECONDS: readonly (readonly [unit: RegExp, seconds: number])[] = [
  [/^(?:s|秒)/i, 1],
  [/^(?:min|分钟)/i, 60],
  [/^(?:h|小时)/i, 3600],
  [/^(?:d|天)/i, 86_400],
];

function periodic(
  name = '',
  [digits, unit]: readonly (string | undefined)[],
  [number, every = '']: readonly (string | undefined)[],
): Fact {
  const us = time('µs', digits, unit);
  const length = SECONDS.find(([pattern]) => pattern.test(every))?.[1];
  const seconds = (number === undefined ? 1 : amountOf(number, '').value) * (length ?? 0);
  const named = UNNAMED.test(name) ? 'command' : name.toLowerCase();
  return { [PERIODIC + named]: us !== undefined && seconds > 0 ? { name: named, us, seconds } : undefined };
}

/** Where Redis is, by the names of its typical round trips. */
const PLACES: Readonly<Record<RttPreset['id'], readonly string[]>> = {
  otherRegion: [
    String.raw`(?:(?:in )?(?:an)?other|cross|different|across)[- ](?:the )?regions?`,
    '跨(?:地域|区域|地区)|(?:另一个|不同)(?:地域|地区)',
  ],
  otherZone: [
    String.raw`(?:(?:in )?(?:an)?other|cross|different|across)[- ](?:availability[- ])?(?:zones?|azs?)`,
    '跨(?:可用)?区|(?:另一个?|不同)可用区',
  ],
  sameZone: [
    String.raw`(?:in )?(?:the )?same[- ](?:availability[- ])?(?:zone|az)`,
    '同一?(?:个)?可用区|同可用区',
  ],
  sameRack: [String.raw`(?:in )?(?:the )?same[- ]rack`, '同一?(?:个)?机架'],
  sameHost: [
    String.raw`(?:on )?(?:the )?same[- ](?:host|machine|server)|(?:on )?localhost`,
    '同一?台?(?:主机|机器)',
  ],
};

interface Phrase {
  /** Alternatives without groups of their own beside those of the amounts. */
  readonly patterns: readonly string[];
  readonly fact: (...groups: readonly (string | undefined)[]) => Fact;
}

/** In the order in which they take their words: what a name says exactly comes before a bare amount. */
const PHRASES: readonly Phrase[] = [
  {
    patterns: [
      String.raw`${NAME}\s+${VERB}${TIME},?\s*${EVERY}`,
      String.raw`${NAME}${VERB_ZH}${TIME}[\s,]*${EVERY_ZH}一次`,
    ],
    fact: (name, digits, unit, number, every) => periodic(name, [digits, unit], [number, every]),
  },
  {
    patterns: [
      String.raw`${NAME}\s+(?:(?:that\s+)?(?:runs?|comes|is run|starts)\s+)?${EVERY},?\s+(?:(?:and|which|that|it)\s+)*${VERB}${TIME}`,
      String.raw`${NAME}\s*${EVERY_ZH}${VERB_ZH}${TIME}`,
    ],
    fact: (name, number, every, digits, unit) => periodic(name, [digits, unit], [number, every]),
  },
  {
    patterns: [
      String.raw`${EVERY},?\s+(?:(?:an?|the|one|our)\s+)?${NAME}\s+${VERB}${TIME}`,
      String.raw`${EVERY_ZH}(?:\s|都|会|有|执行|运行|做|一次|的)*${NAME}${VERB_ZH}${TIME}`,
    ],
    fact: (number, every, name, digits, unit) => periodic(name, [digits, unit], [number, every]),
  },
  {
    patterns: [String.raw`p\s?99(?![.\d])(?:\s*(?:latency|response time|延迟|时延|响应时间))?${IS}${TIME}`],
    fact: (digits, unit) => ({ [P99_NS]: time('ns', digits, unit) }),
  },
  {
    patterns: [
      String.raw`${SHARE}(?:\s+[a-z*]+){0,7}\s+${TIME}`,
      String.raw`slow (?:commands?|requests?|queries)${IS}${SHARE}[\s,×x]*${IS}${TIME}`,
      String.raw`${SHARE}\s*的?(?:命令|请求)?(?:是|为)?慢?(?:命令|请求|查询)?[\s,]*${IS}${TIME}`,
      String.raw`慢(?:命令|请求|查询)(?:占|的比例)?${IS}${SHARE}[\s,×x]*${IS}${TIME}`,
    ],
    fact: (part, digits, unit) => slow(part, digits, unit),
  },
  {
    patterns: [
      String.raw`(?:rtt|round[- ]trip(?: time)?|network(?: delay| latency)?|ping|往返(?:时延|时间)?|网络(?:时延|延迟)?)${IS}${TIME}`,
      String.raw`${TIME}\s*(?:rtt|round[- ]trips?(?: time)?|往返(?:时延)?)`,
    ],
    fact: (digits, unit) => ({ 'network.rttUs': time('µs', digits, unit) }),
  },
  {
    patterns: [
      String.raw`requests? (?:size )?${IS}${SIZE}`,
      String.raw`${SIZE}\s*(?:requests?|请求)`,
      String.raw`请求(?:大小)?${IS}${SIZE}`,
    ],
    fact: (digits, unit) => ({ 'workload.command.requestBytes': size(digits, unit) }),
  },
  {
    patterns: [
      String.raw`(?:repl(?:y|ies)|responses?|values?|响应|值|应答)${IS}${SIZE}`,
      String.raw`${SIZE}(?:\s*(?:repl(?:y|ies)|responses?|values?|响应|的?值|应答))?`,
    ],
    fact: (digits, unit) => ({ 'workload.command.replyBytes': size(digits, unit) }),
  },
  {
    patterns: [
      String.raw`(?:rt|(?:mean|average|avg) (?:latency|response time)|response times?|平均(?:响应时间|耗时|时延|延迟)|响应时间)${IS}${TIME}`,
    ],
    fact: (digits, unit) => ({ [MEAN]: time('ns', digits, unit) }),
  },
  {
    patterns: [
      String.raw`${PER_PROCESS_ZH}每秒${IS}${NUMBER}\s*([k千万w]?)\s*(?:个|次|条)?(?:请求|命令)?`,
      String.raw`${RATE}\s*${PER_PROCESS}`,
    ],
    fact: (digits, multiple) => ({ ...rate(digits, multiple), [IS_OF_ONE]: true }),
  },
  {
    patterns: [
      RATE,
      String.raw`每秒${IS}${NUMBER}\s*([k千万w]?)\s*(?:个|次|条)?(?:请求|命令)?`,
      String.raw`(?:qps|rps|tps)${IS}${NUMBER}\s*([k千万w]?)(?![a-z\d])`,
    ],
    fact: (digits, multiple) => rate(digits, multiple),
  },
  {
    patterns: [
      String.raw`(?:connection )?pool${IS}${COUNT}(?!\s*[*×])(?:\s*connections?)?`,
      String.raw`(?:maxTotal|maxActive|max-active|PoolSize)${IS}${COUNT}(?!\s*[*×])`,
      String.raw`${COUNT}\s*(?:pooled )?connections?`,
      String.raw`连接池${IS}${COUNT}\s*(?:条|个)?(?:连接)?`,
      String.raw`${COUNT}\s*(?:条|个)?连接(?!池)`,
    ],
    fact: (digits) => ({ [POOL]: count(digits) }),
  },
  {
    patterns: [
      String.raw`${COUNT}\s*(?:(?:caller|client|worker|application|app|web|java)\s+)?(?:threads?|goroutines?|workers?|callers?|coroutines?)`,
      String.raw`(?:threads?|goroutines?|workers?|callers?)${IS}${COUNT}`,
      String.raw`${COUNT}\s*(?:个|条)?(?:调用)?(?:线程|协程|goroutine|调用方)`,
      String.raw`(?:线程|协程|调用方)数?${IS}${COUNT}`,
    ],
    fact: (digits) => ({ 'workload.arrivals.callers': count(digits) }),
  },
  {
    patterns: [
      String.raw`${COUNT}\s*(?:instances?|pods?|replicas?|(?:client )?processes)`,
      String.raw`${COUNT}\s*(?:个|台)?\s*(?:应用|客户端|服务)?(?:实例|进程|副本|节点机|pods?)`,
    ],
    fact: (digits) => ({ [INSTANCES]: count(digits) }),
  },
  {
    patterns: [String.raw`${COUNT}\s*(?:(?:client|cpu)\s+)?(?:cores?|cpus?)`, String.raw`${COUNT}\s*个?核`],
    fact: (digits) => ({ 'client.cores': count(digits) }),
  },
  // The only time without a name that everybody states is the way to Redis.
  { patterns: [TIME], fact: (digits, unit) => ({ 'network.rttUs': time('µs', digits, unit) }) },
  // A place without a time has a typical one.
  ...Object.entries(PLACES).map(([id, patterns]): Phrase => {
    const rttUs = RTT_PRESETS.find((preset) => preset.id === id)?.rttUs;
    return { patterns, fact: () => ({ 'network.rttUs': rttUs }) };
  }),
];

export const EXPRESSIONS = PHRASES.flatMap(({ patterns, fact }) =>
  patterns.map((pattern) => ({ expression: new RegExp(`(?<![\\w.])(?:${pattern})`, 'iu'), fact })),
);
