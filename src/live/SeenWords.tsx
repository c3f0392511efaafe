import type { ReactNode } from 'react';
import { IntlProvider, type Messages, useLocale, useMessages } from 'use-intl';

/** A message is a text, or what the build has made of it: a list. */
type Tree = { readonly [key: string]: string | readonly unknown[] | Tree };

const isTree = (value: Tree[string] | undefined): value is Tree =>
  typeof value === 'object' && !Array.isArray(value);

const merged = (one: Tree, other: Tree): Tree =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => {
      const [before, after] = [one[key], other[key]];
      return [key, isTree(before) && isTree(after) ? merged(before, after) : (after ?? before ?? '')];
    }),
  );

/** The words of the stage where they mean something else of a real run: what the client sees of it. */
export function SeenWords({ children }: { readonly children: ReactNode }) {
  const locale = useLocale();
  const messages = useMessages();
  const all = merged(messages as unknown as Tree, messages.seen.instead as unknown as Tree);
  return (
    <IntlProvider locale={locale} messages={all as unknown as Messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
