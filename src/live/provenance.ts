/** The origin of a chart on this page, for its file. */
import type { Provenance } from '../charts/export.ts';

const LIVE = '#/live';

export const provenanceOf = (
  title: string,
  caption: string,
  measured: unknown,
  engineVersion?: string | undefined,
): Provenance => ({
  title,
  caption,
  engineVersion,
  link: location.href.replace(/#.*$/s, '') + LIVE,
  sides: [],
  measured,
});
