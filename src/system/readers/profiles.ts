/** Profiles of Spring Boot: documents that count with a profile only, in one file or in several. */
import type { Context, FoundOption } from './reader-result.ts';

export interface ProfileDocument {
  readonly options: readonly FoundOption[];
}

/** No profile: what counts always. */
const NONE = '(none)';
/** Names that a profile of production has. */
const PRODUCTION = /^(?:prod|production|prd|live)$/i;

const ACTIVATION = /^spring\.(?:config\.activate\.on-?profile|profiles)(?:\[\d+\])?$/i;

/** The profile of a file by its name: `application-prod.yml`. */
const profileOfFile = (name: string): string | undefined =>
  /(?:^|[/\\])(?:application|bootstrap)-([\w-]+)\.(?:ya?ml|properties)$/i.exec(name)?.[1];

/** The condition of a document; undefined: it counts always. */
const conditionOf = ({ options }: ProfileDocument): FoundOption | undefined =>
  options.find(({ key }) => ACTIVATION.test(key));

/** Whether a condition such as `prod & !eu | staging` holds for one active profile. */
function holds(condition: string, active: string): boolean {
  const either = condition.split(/[|,]/);
  return either.some((part) =>
    part.split('&').every((term) => {
      const name = term.trim().replace(/^[!(\s]+|[)\s]+$/g, '');
      return term.trim().startsWith('!') ? name !== active : name === active;
    }),
  );
}

/** The names in a condition. */
const namesIn = (condition: string): string[] => condition.match(/[\w-]+/g) ?? [];

/** The options that count with the chosen profile, in order, and all others. Asks which profile if there are several. */
export function chosenDocuments(
  documents: readonly ProfileDocument[],
  { name, ask }: Context,
): { readonly active: readonly FoundOption[]; readonly others: readonly FoundOption[] } {
  const file = profileOfFile(name);
  const conditions = documents.flatMap((document) => conditionOf(document) ?? []);
  const names = new Set([...conditions.flatMap(({ raw }) => namesIn(String(raw))), ...(file ? [file] : [])]);
  if (names.size === 0) return { active: documents.flatMap(({ options }) => options), others: [] };
  const set = documents
    .flatMap(({ options }) => options)
    .find(({ key, raw }) => /^spring\.profiles\.active$/i.test(key) && names.has(String(raw)));
  const proposal = set ? String(set.raw) : (file ?? [...names].find((each) => PRODUCTION.test(each)) ?? NONE);
  const line = set?.line ?? conditions[0]?.line ?? 1;
  const values = [NONE, ...names];
  const chosen = ask({ id: 'profile', kind: 'profile', values, proposal, line }) ?? NONE;
  const active: FoundOption[] = [];
  const others: FoundOption[] = [];
  for (const document of documents) {
    const condition = conditionOf(document);
    const isActive =
      (condition === undefined || holds(String(condition.raw), chosen)) &&
      (file === undefined || file === chosen);
    (isActive ? active : others).push(...document.options);
  }
  return { active, others };
}
