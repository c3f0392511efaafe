/** The learning platform that opened the page, if one did. */
import { createStore } from 'zustand/vanilla';
import type { Problem } from '../../model/scenario/problem.ts';
import { type Format, isFormat } from './formats.ts';

export interface PlatformState {
  readonly status: 'none' | 'connected' | 'failed';
  readonly problem: Problem | undefined;
}

export const platform = createStore<PlatformState>(() => ({ status: 'none', problem: undefined }));

/** The lesson and the format in an address that a package opens: `#/learn/pool?platform=scorm12`. */
export function packageIn(hash: string): { readonly lesson: string; readonly format: Format } | undefined {
  const [, lesson, query = ''] = /^#\/learn\/([^/?]+)\?(.*)$/.exec(hash) ?? [];
  const format = new URLSearchParams(query).get('platform');
  return lesson !== undefined && isFormat(format) ? { lesson, format } : undefined;
}
