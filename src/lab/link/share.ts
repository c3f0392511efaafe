/** Links for others: what they may change, how they begin; and the code that puts the Lab into another page. */

import type { Language } from '../../lib/languages.ts';
import { type ControlRules, hasRules } from '../../model/scenario/controls.ts';
import type { LinkView } from '../../model/scenario/url.ts';
import { isHome, isLab } from './address.ts';
import { addressOf, presentAddress, presentLink } from './link.ts';

/** Browsers and servers take more, messengers and QR codes do not. */
export const LONGEST_ADDRESS = 2048;

/** How wide and high the frame is that is offered, CSS pixels: both systems side by side from 900 on. */
const FRAME = { width: 960, height: 640 } as const;

export interface ShareWish {
  readonly rules: ControlRules;
  /** Whether it begins at the moment on screen, not at the beginning. */
  readonly hasMoment: boolean;
  /** Whether the reader gets this language; otherwise their own. */
  readonly lang: Language | undefined;
  readonly isPresenting: boolean;
}

/** Whether there is a moment to be kept: a paused one that is not the beginning. */
export const hasMoment = (): boolean => presentLink()?.view.timeNs !== undefined;

/** Whether what can be shared is the Lab; other pages are shared by their own address. */
export const isLabShared = (): boolean => isLab() || isHome();

/** Whether nobody else can open what is shared from here. */
export const isOnThisMachine = (): boolean => /^(127\.|localhost$|\[::1\]$|$)/.test(location.hostname);

function viewOf({ rules, hasMoment, lang, isPresenting }: ShareWish, view: LinkView): LinkView {
  const { rules: _, timeNs, paused, present, embed, lang: asked, ...rest } = view;
  return {
    ...rest,
    ...(hasRules(rules) ? { rules } : {}),
    ...(hasMoment && timeNs !== undefined ? { timeNs, paused: true } : {}),
    ...(lang === undefined ? {} : { lang }),
    ...(isPresenting ? { present: true } : {}),
  };
}

/** The address that means the wish; of another page than the Lab its own, without what is between the bridge and this tab. */
export async function sharedAddress(wish: ShareWish): Promise<string> {
  if (!isLabShared()) return location.href.replace(/([?&])bridge=[^&#]*&?/, '$1').replace(/[?&]$/, '');
  const link = presentLink();
  return addressOf(link && { ...link, view: viewOf(wish, link.view) });
}

/** The present address for the phones of a room: what a projector shows is not what they have room for. */
export async function phoneAddress(): Promise<string> {
  const link = presentLink();
  if (!isLab() || !link) return presentAddress();
  const { present: _, ...view } = link.view;
  return addressOf({ ...link, view });
}

/** The Lab as a part of another page. @param title what the frame is called, for screen readers */
export async function embedCode(wish: ShareWish, title: string): Promise<string> {
  const link = presentLink();
  const src = await addressOf(link && { ...link, view: { ...viewOf(wish, link.view), embed: '1' } });
  const { width, height } = FRAME;
  return `<iframe src="${escaped(src)}" title="${escaped(title)}" width="${width}" height="${height}" style="border:0" allow="fullscreen"></iframe>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
