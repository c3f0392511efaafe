/**
 * What use-intl keeps its formatters by, instead of `@formatjs/fast-memoize`: the library chooses among three ways by the number of
 * arguments and by what they are, use-intl wants the same one always, and the rest is half a kilobyte of every first visit.
 */

/** Where results are kept, by the arguments as text; a message's formatters share one. */
export interface Cache<Result> {
  readonly create: () => {
    readonly get: (key: string) => Result | undefined;
    readonly set: (key: string, result: Result) => void;
  };
}

/** What use-intl names when it asks; there is only one. */
export const strategies = { variadic: undefined };

/** The same function, which makes a thing once for the same arguments. They have to be what JSON can say. */
export function memoize<Arguments extends readonly unknown[], Result>(
  make: (...args: Arguments) => Result,
  { cache }: { readonly cache: Cache<Result> },
): (...args: Arguments) => Result {
  const kept = cache.create();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(...args);
    kept.set(key, made);
    return made;
  };
}
