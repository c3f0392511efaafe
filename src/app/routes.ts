/**
 * The pages. A page in `ROUTES` appears in the navigation, unless `isAside`, with its name in the catalogue
 * under `app.nav`. A page's code loads on its first visit, except for Start's.
 */
import { type ComponentType, createElement } from 'react';
import type { Messages } from '../i18n/texts.ts';
import { lazy } from '../ui/prompt.tsx';
import { Home } from './home/Home.tsx';

export interface RouteInfo {
  /** Target of the navigation. */
  readonly path: string;
  /** The page's paths, in wouter's notation; `path` alone when absent. */
  readonly pattern?: string;
  /** Name in the catalogue, under `app.nav`. */
  readonly name: Exclude<keyof Messages['app']['nav'], 'label'>;
  /** Loads the page; if loaded before the first render, it is in the first render. */
  readonly load: () => Promise<unknown>;
  /** Fetches the page’s code before it is opened, so that opening it has less to do; errors are those of opening. */
  readonly fetchAhead: () => void;
  readonly Page: ComponentType;
  /** Whether only other pages link to it, not the navigation. */
  readonly isAside?: boolean;
}

const route = (
  path: string,
  name: RouteInfo['name'],
  load: () => Promise<{ default: ComponentType }>,
  pattern?: string,
): RouteInfo => {
  const Late = lazy(load);
  let fetched: ComponentType | undefined;
  return {
    path,
    name,
    load: async () => {
      fetched = (await load()).default;
    },
    fetchAhead: () => void load().catch(() => undefined),
    // A suspended page renders in small steps, and again after every other update.
    Page: () => createElement(fetched ?? Late),
    ...(pattern === undefined ? {} : { pattern }),
  };
};

const HOME: RouteInfo = {
  path: '/',
  name: 'home',
  load: async () => undefined,
  fetchAhead: () => undefined,
  Page: Home,
};

export const LAB = route('/lab', 'lab', () =>
  import('../lab/page/Lab.tsx').then(({ Lab }) => ({ default: Lab })),
);

const EXPERIMENTS = route('/experiments', 'experiments', () =>
  import('../experiments/Experiments.tsx').then(({ Experiments }) => ({ default: Experiments })),
);

const SYSTEM = route('/system', 'system', () =>
  import('../system/page/System.tsx').then(({ System }) => ({ default: System })),
);

export const LEARN = route(
  '/learn',
  'learn',
  () => import('../learn/lesson/Learn.tsx').then(({ Learn }) => ({ default: Learn })),
  '/learn/:id?/:lesson?',
);

const TEACH = route(
  '/teach',
  'teach',
  () => import('../learn/teach/Teach.tsx').then(({ Teach }) => ({ default: Teach })),
  '/teach/:id?/:window?',
);

const REPRODUCTIONS = route('/reproductions', 'reproductions', () =>
  import('../evidence/reproductions/Reproductions.tsx').then(({ Reproductions }) => ({
    default: Reproductions,
  })),
);

const LIVE = route('/live', 'live', () => import('../live/Live.tsx').then(({ Live }) => ({ default: Live })));

const GLOSSARY = {
  ...route(
    '/glossary',
    'glossary',
    () => import('../learn/glossary/Glossary.tsx').then(({ Glossary }) => ({ default: Glossary })),
    '/glossary/:id?',
  ),
  isAside: true,
};

const MODEL = {
  ...route(
    '/model',
    'model',
    () => import('../evidence/model-page/Model.tsx').then(({ Model }) => ({ default: Model })),
    '/model/:section?',
  ),
  isAside: true,
};

const ACCESSIBILITY = {
  ...route('/accessibility', 'accessibility', () =>
    import('./accessibility/Accessibility.tsx').then(({ Accessibility }) => ({ default: Accessibility })),
  ),
  isAside: true,
};

/** In the order of the navigation. */
export const ROUTES: readonly RouteInfo[] = [
  HOME,
  LAB,
  EXPERIMENTS,
  SYSTEM,
  LEARN,
  TEACH,
  REPRODUCTIONS,
  LIVE,
  GLOSSARY,
  MODEL,
  ACCESSIBILITY,
];

/** The page of an address's fragment. */
export const routeAt = (hash: string): RouteInfo | undefined => {
  const [, path = '', name = ''] = /^#(\/([^/?]*))/.exec(hash) ?? ['', '/', ''];
  return ROUTES.find((route) => route.path === path) ?? ROUTES.find((route) => route.path === `/${name}`);
};
