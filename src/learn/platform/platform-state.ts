/** The learning platform that opened the page, if one did. */
import { createStore } from 'zustand/vanilla';
import type { Problem } from '../../model/scenario/problem.ts';
import { type Format, isFormat, packedIncident } from './formats.ts';

export interface PlatformState {
  readonly status: 'none' | 'connected' | 'failed';
  readonly problem: Problem | undefined;
  /** The learner at the platform; it chooses the variant of a hidden fault. */
  readonly learner: string;
}

export const platform = createStore<PlatformState>(() => ({
  status: 'none',
  problem: undefined,
  learner: '',
}));

/** The lesson or hidden fault and the format in an address that a package opens: `#/learn/pool?platform=scorm12`. */
export function packageIn(hash: string): { readonly lesson: string; readonly format: Format } | undefined {
  const [, folder, id, query = ''] = /^#\/learn\/(incidents\/)?([^/?]+)\?(.*)$/.exec(hash) ?? [];
  const format = new URLSearchParams(query).get('platform');
  if (id === undefined || !isFormat(format)) return undefined;
  return { lesson: folder === undefined ? id : packedIncident(id), format };
}
