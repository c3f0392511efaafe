/** Scenarios from elsewhere on the page, shown in the Lab: by a link like any other, so that the way back is the browser's. */

import { presetById } from '../../model/scenario/library.ts';
import { packQuery } from '../../model/scenario/pack.ts';
import { editsBetween, type Json } from '../../model/scenario/patch.ts';
import { DEFAULT_PAIR, type LinkSide, writeLink } from '../../model/scenario/url.ts';
import { completed } from '../run/whole-run.ts';
import { LAB_PATH } from './link.ts';

/** A scenario, complete or partial, and the preset it is told as a change of. */
export interface Shown {
  readonly scenario: Json;
  readonly preset?: string;
}

/** Goes to the Lab with one system by itself, or with two side by side. */
export async function showInLab(a: Shown, b?: Shown): Promise<void> {
  const sides = await Promise.all([linkSide(a), linkSide(b ?? a)]);
  const view = b ? {} : ({ only: 'a' } as const);
  const query = await packQuery(writeLink({ a: sides[0], b: sides[1], view }));
  location.hash = `#${LAB_PATH}?${query}`;
}

async function linkSide({ scenario, preset = DEFAULT_PAIR.a }: Shown): Promise<LinkSide> {
  const [base, whole] = await Promise.all(
    [presetById(preset)?.scenario ?? {}, scenario].map((partial) => completed('judge', partial)),
  );
  return { preset, edits: editsBetween(base, whole) };
}
