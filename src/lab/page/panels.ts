/**
 * What can be looked at below the stage, one panel at a time. A panel that is added has its id in `PANELS`, its title in the
 * catalogue under `lab.panels`, and a line here; its code and its messages (`parts.ts` of each language) are loaded when
 * it is opened for the first time.
 */
import type { ComponentType } from 'react';
import type { PanelName } from '../../model/scenario/panels.ts';
import { lazy } from '../../ui/prompt.tsx';
import { Figures } from './Figures.tsx';

/** What a beginner needs. */
export const FIRST_PANELS: readonly PanelName[] = ['figures', 'why'];

export const PANEL_CONTENTS: Readonly<Record<PanelName, ComponentType>> = {
  // The first one is part of the first picture.
  figures: Figures,
  request: lazy(() => import('../follow/Request.tsx').then((module) => ({ default: module.Request }))),
  timeline: lazy(() => import('../timeline/Timeline.tsx').then((module) => ({ default: module.Timeline }))),
  profile: lazy(() => import('../profile/Profile.tsx').then((module) => ({ default: module.Profile }))),
  charts: lazy(() => import('../figures/Charts.tsx').then((module) => ({ default: module.Charts }))),
  why: lazy(() => import('../why/Why.tsx').then((module) => ({ default: module.Why }))),
};
