/** Links for others: what they lock, how they start; and the embed code. */

import type { Language } from '../../lib/languages.ts';
import { type ControlRules, hasRules } from '../../model/scenario/controls.ts';
import type { LinkView } from '../../model/scenario/url.ts';
import { isHome, isLab } from './address.ts';
import { addressOf, presentAddress, presentLink } from './link.ts';

/** Limit of messengers and QR codes, characters; browsers and servers accept more. */
export const LONGEST_ADDRESS = 2048;

/** Default size of the frame, CSS pixels: both systems fit side by side from 900 on. */
const FRAME = { width: 960, height: 640 } as const;

export interface ShareWish {
  readonly rules: ControlRules;
  /** Whether the link starts at the instant on screen instead of the start. */
  readonly hasMoment: boolean;
  /** Whether the link sets this language; otherwise the reader's own. */
  readonly lang: Language | undefined;
  readonly isPresenting: boolean;
}

/** Whether there is an instant to keep: paused, and not at the start. */
export const hasMoment = (): boolean => presentLink()?.view.timeNs !== undefined;

/** Whether the Lab is shared; other pages share their own address. */
export const isLabShared = (): boolean => isLab() || isHome();

/** Whether the address works on this machine only. */
export const isOnThisMachine = (): boolean => /^(127\.|localhost$|\[::1\]$|$)/.test(location.hostname);

function viewOf({ rules, hasMoment, lang, isPresenting }: ShareWish, view: LinkView): LinkView {
  const { rules: _, timeNs, paused, present, embed, lang: requestedLang, ...rest } = view;
  return {
    ...rest,
    ...(hasRules(rules) ? { rules } : {}),
    ...(hasMoment && timeNs !== undefined ? { timeNs, paused: true } : {}),
    ...(lang === undefined ? {} : { lang }),
    ...(isPresenting ? { present: true } : {}),
  };
}

/** The address for the chosen options; of other pages their own, without the bridge's token. */
export async function sharedAddress(options: ShareWish): Promise<string> {
  if (!isLabShared()) return location.href.replace(/([?&])bridge=[^&#]*&?/, '$1').replace(/[?&]$/, '');
  const link = presentLink();
  return addressOf(link && { ...link, view: viewOf(options, link.view) });
}

/** The current address for phones: without the presenter layout. */
export async function phoneAddress(): Promise<string> {
  const link = presentLink();
  if (!isLab() || !link) return presentAddress();
  const { present: _, ...view } = link.view;
  return addressOf({ ...link, view });
}

/**
 * The embed code of the Lab.
 * @param title accessible name of the frame
 */
export async function embedCode(options: ShareWish, title: string): Promise<string> {
  const link = presentLink();
  const src = await addressOf(link && { ...link, view: { ...viewOf(options, link.view), embed: '1' } });
  const { width, height } = FRAME;
  return `<iframe src="${escaped(src)}" title="${escaped(title)}" width="${width}" height="${height}" style="border:0" allow="fullscreen"></iframe>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
