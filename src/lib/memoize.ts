/**
 * What `use-intl` asks of `@formatjs/fast-memoize`, whose place this takes in the page: formatters of `Intl`, each made once. The
 * other strategies and caches of the original are 0.2 kB of a first visit.
 */

interface Cache {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
}

/** The same function, which is called once for the same arguments, as JSON has them. */
export function memoize<Args extends readonly unknown[], Made>(
  make: (...args: Args) => Made,
  { cache }: { readonly cache: { readonly create: () => Cache } },
): (...args: Args) => Made {
  const made = cache.create();
  return (...args) => {
    const key = JSON.stringify(args);
    let found = made.get(key) as Made | undefined;
    if (found === undefined) {
      found = make(...args);
      made.set(key, found);
    }
    return found;
  };
}

/** All arguments count, always: there is nothing to choose. */
export const strategies = {};
