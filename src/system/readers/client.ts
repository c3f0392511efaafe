/** Which of the client libraries that the pieces name is modelled, and in which version. */
import { compareVersions, type Library, libraryById, withIncluded } from '../../model/libraries/library.ts';
import type { Answers, Choice, Origin, Reading } from '../system.ts';
import { answered, lineIn, type ReadPiece } from './piece.ts';
import type { FoundClient, VersionRange } from './reader-result.ts';

/** A library with what the pieces say of it. */
interface Candidate {
  readonly library: Library;
  readonly clients: readonly FoundClient[];
  /** Where it is named first. */
  readonly origin: Origin;
  /** Whether options of it are there, or a dependency only. */
  readonly isConfigured: boolean;
}

/** Asks, and returns the answer or the proposal. */
type Choose = (choice: Choice) => string | null;

/** The library of the model; null if no piece names one. */
export function chosenClient(
  pieces: readonly ReadPiece[],
  answers: Answers,
  choose: Choose,
): { readonly client: Library | undefined; readonly library: Reading['library'] } {
  const candidates = withoutIncluded(candidatesIn(pieces));
  const [first] = candidates;
  if (!first) return { client: undefined, library: null };
  const ids = candidates.map(({ library }) => library.id);
  const answer = answered({ id: 'library', values: ids }, answers);
  const id =
    ids.length === 1
      ? first.library.id
      : choose({
          ...{ id: 'library', kind: 'library', values: ids, value: answer ?? first.library.id },
          ...{ isAnswered: answer !== undefined, origin: first.origin },
        });
  const chosen = candidates.find(({ library }) => library.id === id) ?? first;
  return { client: chosen.library, library: versionOf(chosen, pieces, answers, choose) };
}

/** The library that the pieces name, for those that name none. */
export function namedLibrary(pieces: readonly ReadPiece[], answers: Answers): string | undefined {
  const named = pieces.map((piece) => {
    const { clients = [] } = piece.found ?? {};
    const own = clients.filter(({ isAssumed }) => !isAssumed);
    return piece.found ? { ...piece, found: { ...piece.found, clients: own } } : piece;
  });
  return chosenClient(named, answers, ({ value }) => value).client?.id;
}

/** Configured libraries first, those with most options first. */
function candidatesIn(pieces: readonly ReadPiece[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const piece of pieces) {
    const { clients = [], versions = [] } = piece.found ?? {};
    for (const client of clients) {
      const library = libraryById(client.library);
      if (!library) continue;
      const before = found.get(library.id);
      const origin = before?.origin ?? lineIn(piece, client.options[0]?.line ?? 1, library.id);
      found.set(library.id, {
        ...{ library, origin, isConfigured: true },
        clients: [...(before?.clients ?? []), client],
      });
    }
    for (const { library: id, line } of versions) {
      const library = libraryById(id);
      if (library && !found.has(id))
        found.set(id, { library, clients: [], origin: lineIn(piece, line, id), isConfigured: false });
    }
  }
  const count = ({ clients }: Candidate) => clients.reduce((sum, { options }) => sum + options.length, 0);
  const all = [...found.values()];
  const configured = all.filter(({ isConfigured }) => isConfigured);
  // A dependency alone counts where nothing is configured.
  return (configured.length > 0 ? configured : all).sort((a, b) => count(b) - count(a));
}

/** Lettuce below Spring Boot is the same client. */
function withoutIncluded(candidates: readonly Candidate[]): Candidate[] {
  const included = new Set(
    candidates.flatMap(({ library }) =>
      withIncluded(library)
        .slice(1)
        .map(({ id }) => id),
    ),
  );
  return candidates.filter(({ library }) => !included.has(library.id));
}

/** Dependencies that decide the version of a library. */
const DEPENDENCY_OF: Readonly<Record<string, string>> = { springJedis: 'spring', springLettuce: 'spring' };

function versionOf(
  { library, clients, origin }: Candidate,
  pieces: readonly ReadPiece[],
  answers: Answers,
  choose: Choose,
): NonNullable<Reading['library']> {
  const dependency = DEPENDENCY_OF[library.id] ?? library.id;
  const named = pieces.flatMap((piece) =>
    (piece.found?.versions ?? [])
      .filter((each) => each.library === dependency)
      .map(({ version, line, key }) => ({ version, origin: lineIn(piece, line, key) })),
  );
  const ranges = [...named.map(({ version }) => version), ...clients.flatMap(({ version }) => version ?? [])];
  const exact = ranges.find((range) => range.exact !== undefined)?.exact;
  const { id } = library;
  if (exact !== undefined)
    return {
      id,
      version: exact,
      origin: named.find(({ version }) => version.exact === exact)?.origin ?? origin,
    };
  const values = library.versions.filter((version) => ranges.every((range) => isWithin(version, range)));
  const allowed = values.length > 0 ? values : library.versions;
  const assumed = allowed.at(-1) ?? '';
  if (allowed.length < 2) return { id, version: null, assumed, origin };
  const answer = answered({ id: 'version', values: allowed }, answers);
  choose({
    ...{ id: 'version', kind: 'version', values: allowed, value: answer ?? assumed },
    ...{ isAnswered: answer !== undefined, origin: named[0]?.origin ?? origin },
  });
  return answer === undefined ? { id, version: null, assumed, origin } : { id, version: answer, origin };
}

const isWithin = (version: string, { from, below }: VersionRange): boolean =>
  (from === undefined || compareVersions(version, from) >= 0) &&
  (below === undefined || compareVersions(version, below) < 0);
