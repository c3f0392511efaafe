/**
 * Names of settings in client libraries: the option that sets a field, else the name in `names/`. The names of Go and of
 * Redis itself are in `names/` as well. The page has the result only, `generated/client-keys.json`.
 */
import { fields } from '../scenario/fields.ts';
import { type LibraryOption, libraries } from './library.ts';

/** Names that no option of the library gives, by the path of the field. */
interface Names {
  /** Only of what is no client library. */
  readonly name?: string;
  readonly source: string;
  readonly keys: Readonly<Record<string, string>>;
}

const files = import.meta.glob<Names>('./names/*.json', { eager: true, import: 'default' });
const names = new Map(
  Object.entries(files).map(([path, own]) => [path.slice('./names/'.length, -'.json'.length), own]),
);

export interface Named {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

/** The name of an option for readers: whole property keys without what all of them begin with. */
const keyOf = ({ id, names: own }: LibraryOption): string =>
  own.properties?.[0]?.replace(/^spring\.(data\.)?redis\./, '') ?? id;

/** The path of a field's whole value: that of a choice is in its `kind`. */
const wholePath = (path: string): string => path.replace(/\.kind$/, '');

/** All names by definition of the setting; where variants share a path, an option is that of its library's way to call sockets. */
export const namesByDefinition: ReadonlyMap<string, readonly Named[]> = new Map(
  fields.map(({ key, path, when }) => {
    const whole = wholePath(path);
    const io = when.find((condition) => condition.path === 'client.io.kind')?.is;
    const isShared = fields.some((other) => other.path === path && other.key !== key);
    const ofClients = libraries.flatMap(({ id, name, runtime, options }): Named[] => {
      const own = names.get(id)?.keys[whole];
      const option = options.find(({ sets }) => sets !== null && wholePath(sets) === whole);
      const ownIo = runtime['client.io.kind'] ?? 'blocking';
      if (isShared && io !== undefined && ownIo !== io) return [];
      const found = own ?? (option && keyOf(option));
      return found === undefined ? [] : [{ id, name, key: found }];
    });
    const ofOthers = [...names].flatMap(([id, { name, keys }]): Named[] => {
      const found = keys[whole];
      return name === undefined || found === undefined ? [] : [{ id, name, key: found }];
    });
    return [key, [...ofClients, ...ofOthers]];
  }),
);
