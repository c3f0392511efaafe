/** Reads all pieces: each is recognised by its content, and they add up. */

import { isObject } from '../../model/scenario/patch.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { mask } from '../mask.ts';
import type { Answers, Choice, Observed, Origin, Piece, Reading, Seen, Setting, Unused } from '../system.ts';
import { readConnectionString, readUrl } from './addresses.ts';
import { chosenClient, namedLibrary } from './client.ts';
import { readClientList } from './client-list.ts';
import { readCommandLog } from './command-log.ts';
import { readCompose } from './compose.ts';
import { contradictionsIn } from './contradictions.ts';
import { readDependencies } from './dependencies.ts';
import { encryptedIn } from './encrypted.ts';
import { readInfo } from './info.ts';
import { readJson } from './json.ts';
import { readKubernetes } from './kubernetes.ts';
import { readLatencyDoctor, readLatencyHistogram } from './latency.ts';
import { MAX_CHARACTERS } from './log.ts';
import { readNestedYaml } from './nested-yaml.ts';
import { readNutcracker } from './nutcracker.ts';
import { otherServers } from './other-servers.ts';
import { readMarkdown, readSession } from './parts.ts';
import { answered, lineIn, problemOf, type ReadPiece } from './piece.ts';
import { placeOptions } from './place.ts';
import type { Asked, Context, Found, PieceReader } from './reader-result.ts';
import { readConfigGet, readRedisConf } from './redis-conf.ts';
import { readRedisson } from './redisson.ts';
import { readRoundTrip } from './round-trip.ts';
import { readSentence } from './sentence.ts';
import { serverIn } from './server-version.ts';
import { readSnippet } from './snippet.ts';
import { readSpringProperties, readSpringYaml } from './spring.ts';
import { readSpringXml } from './spring-xml.ts';
import { readTimeoutLine } from './timeout-line.ts';
import { readValues } from './values.ts';

/** The first that recognises a text reads it: the most specific forms first. */
const READERS: readonly PieceReader[] = [
  readMarkdown,
  readSession,
  readNestedYaml,
  readClientList,
  readLatencyHistogram,
  readCommandLog,
  readLatencyDoctor,
  readTimeoutLine,
  readRoundTrip,
  readInfo,
  readUrl,
  readConnectionString,
  readSpringXml,
  readKubernetes,
  readCompose,
  readNutcracker,
  readRedisson,
  readSpringYaml,
  readSpringProperties,
  readDependencies,
  readJson,
  readConfigGet,
  readValues,
  readRedisConf,
  readSentence,
  readSnippet,
];

export function read(pieces: readonly Piece[], answers: Answers = {}): Reading {
  const masked = pieces.map((piece) => {
    const { text, count } = mask(piece.text);
    return { piece: { ...piece, text }, count };
  });
  const server = serverIn(masked.map(({ piece }) => piece));
  const earlier = earlierInfos(masked.map(({ piece }) => piece));
  const readWith = ({ piece, count }: (typeof masked)[number], library?: string): ReadPiece => {
    const [, earlierInfo] = [...earlier].find(([, { later }]) => later === piece.id) ?? [];
    const about = { name: piece.name, server, library, earlierInfo: earlierInfo?.text };
    return readPiece(piece, count, answers, about);
  };
  const alone = masked.map((each) => readWith(each));
  // What one piece leaves open, another may say.
  const library = namedLibrary(alone, answers);
  const isOpen = ({ found }: ReadPiece) => found?.clients?.some(({ isAssumed }) => isAssumed);
  const all = alone.map((each, index) => {
    const own = masked[index];
    return own && library !== undefined && isOpen(each) ? readWith(own, library) : each;
  });
  const choices: Choice[] = [];
  const choose = (choice: Choice): string | null => {
    // Pieces may ask the same: one answer counts for all.
    const known = choices.findIndex(({ id }) => id === choice.id);
    const before = choices[known];
    if (before) choices[known] = { ...before, values: [...new Set([...before.values, ...choice.values])] };
    else choices.push(choice);
    return choice.value;
  };
  for (const each of all)
    for (const asked of each.asked) choose(choiceOf(asked, answers, lineIn(each, asked.line, asked.id)));
  const settings: Setting[] = [];
  const unused: Unused[] = [];
  const problems: Problem[] = [];
  const observed: Record<string, Seen<unknown>> = {};
  let instances: number | undefined;
  const others = otherServers(all);
  for (const each of all) {
    const { found } = each;
    if (!found) continue;
    const other = others.get(each.piece.id);
    if (other) problems.push(problemOf(each.piece, other));
    instances = found.instances ?? instances;
    for (const { path, value, line, key } of found.settings ?? [])
      settings.push({ path, value, origin: lineIn(each, line, key) });
    if (!earlier.has(each.piece.id)) addObserved(observed, each, other ? listsOf(found) : found);
    for (const { key, raw, line, meaning } of found.unused ?? [])
      unused.push({ origin: lineIn(each, line, key), library: null, option: key, value: raw, meaning });
    for (const problem of found.problems ?? []) problems.push(problemOf(each.piece, problem));
  }
  const chosen = chosenClient(all, answers, choose);
  settings.push(...encryptedIn(all, chosen.client));
  const placed = placeOptions(all, chosen.client);
  // What a piece says itself comes first: an option of the client may be more exact.
  const together = [...settings, ...placed.settings];
  const contradictions = contradictionsIn(
    together,
    all.map(({ piece }) => piece),
  );
  return {
    pieces: all.map(({ piece, found, asked }) => ({
      piece,
      kind: found?.kind ?? null,
      unread: found ? unreadLines(piece.text, found, asked) : [],
    })),
    library: chosen.library,
    options: placed.options,
    settings: together,
    unused: [...unused, ...placed.unused],
    observed: observed as unknown as Observed,
    missing: all.flatMap(({ found }) => (found?.missing ?? []).map(({ key }) => key)),
    choices,
    problems: [...problems, ...placed.problems, ...contradictions],
    masked: all.reduce((sum, { masked: count }) => sum + count, 0),
    ...(instances !== undefined && { instances }),
  };
}

/** What a reader is told about a piece. */
type About = Pick<Context, 'name' | 'server' | 'library' | 'earlierInfo'>;

/** Pieces with an INFO that another piece continues, by their ids: together they give rates. */
function earlierInfos(pieces: readonly Piece[]): ReadonlyMap<string, { text: string; later: string }> {
  const infos = pieces
    .flatMap(({ id, text }) => {
      const uptimes = [...text.matchAll(/^uptime_in_seconds:(\d+)\s*$/gm)];
      const run = /^run_id:(\w+)/m.exec(text)?.[1];
      return uptimes.length === 1 ? [{ id, text, run, uptime: Number(uptimes[0]?.[1]) }] : [];
    })
    .sort((a, b) => a.uptime - b.uptime);
  return new Map(
    infos.flatMap(({ id, text, run, uptime }, index) => {
      // Readings of another server may lie between.
      const next = infos.slice(index + 1).find((later) => later.uptime > uptime && later.run === run);
      return next ? [[id, { text, later: next.id }] as const] : [];
    }),
  );
}

/** What a text of another server adds: its lists only. */
const listsOf = ({ observed = {} }: Found): Pick<Found, 'observed'> => ({
  observed: Object.fromEntries(Object.entries(observed).filter(([, { value }]) => Array.isArray(value))),
});

/** Lists of several pieces add up; of single values the last one counts. */
function addObserved(
  observed: Record<string, Seen<unknown>>,
  from: ReadPiece,
  { observed: own = {} }: Pick<Found, 'observed'>,
): void {
  for (const [name, { value, line }] of Object.entries(own)) {
    const known = observed[name]?.value;
    const items = withOrigins(from, value, name);
    const isList = Array.isArray(known) && Array.isArray(items);
    observed[name] = {
      value: isList ? [...known, ...items] : items,
      origin: (isList && observed[name]?.origin) || lineIn(from, line, name),
    };
  }
}

function readPiece(piece: Piece, masked: number, answers: Answers, about: About): ReadPiece {
  const isShort = piece.text.length <= MAX_CHARACTERS;
  const recognised = isShort ? recognise(piece.text, READERS, about, answers) : undefined;
  return { piece, found: recognised?.found, asked: recognised?.asked ?? [], masked };
}

/** What the first reader that knows a text finds in it, with its questions. */
function recognise(
  text: string,
  readers: readonly PieceReader[],
  about: About,
  answers: Answers,
): { readonly found: Found; readonly asked: readonly Asked[] } | undefined {
  for (const reader of readers) {
    const asked: Asked[] = [];
    const ask: Context['ask'] = (question) => {
      asked.push(question);
      return answered(question, answers) ?? question.proposal;
    };
    const readPart: Context['readPart'] = (part) => {
      // A part is of another form than the whole.
      const others = readers.filter((each) => each !== reader);
      const inner = recognise(part, others, { ...about, name: '' }, answers);
      asked.push(...(inner?.asked ?? []));
      return inner?.found;
    };
    const found = reader(text, { ...about, ask, readPart });
    if (found) return { found, asked };
  }
  return undefined;
}

const choiceOf = ({ id, kind, values, proposal }: Asked, answers: Answers, origin: Origin): Choice => {
  const answer = answered({ id, values }, answers);
  return { id, kind, values, value: answer ?? proposal, isAnswered: answer !== undefined, origin };
};

/** Each item of a list, and each command of INFO, may have a line of its own. */
function withOrigins(from: ReadPiece, value: unknown, name: string): unknown {
  const item = (each: unknown, key: string): unknown => {
    if (!isObject(each) || typeof each.line !== 'number') return each;
    const { line, ...rest } = each;
    return { ...rest, origin: lineIn(from, line, key) };
  };
  if (Array.isArray(value)) return value.map((each) => item(each, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, item(each, key)]));
}

/** Comments, brackets, and groups of JSON that only open. */
const BLANK_OR_COMMENT =
  /^\s*(?:#.*|!\s.*|\/\/.*|\/\*.*|\*.*|;.*|<!--.*|[[\]{})}>;,('" ]*|"[\w.$-]+"\s*:\s*[[{]|---|\.\.\.)\s*$/;

/** Lines that are neither empty nor a comment, and from which nothing was taken. */
function unreadLines(text: string, found: Found, asked: readonly Asked[]): readonly number[] {
  // An unreadable text is named as a whole.
  if (found.problems?.some(({ code }) => code === 'SYS-14')) return [];
  const used = new Set<number>(found.lines);
  const take = (items: readonly { readonly line: number }[] | undefined): void => {
    for (const { line } of items ?? []) used.add(line);
  };
  for (const { options } of found.clients ?? []) take(options);
  for (const list of [found.settings, found.versions, found.unused, found.missing, found.problems])
    take(list);
  take(asked);
  take(Object.values(found.observed ?? {}));
  return text.split(/\r?\n/).flatMap((line, index) => {
    const isOpen = !used.has(index + 1) && !BLANK_OR_COMMENT.test(line);
    return isOpen ? [index + 1] : [];
  });
}
