/** The pages. A page that is added here appears in the navigation. */
import type { Messages } from '../i18n/catalogue.ts';

export interface RouteInfo {
  readonly path: string;
  /** Name in the catalogue, under `app.nav`. */
  readonly name: Exclude<keyof Messages['app']['nav'], 'label'>;
}

export const LAB: RouteInfo = { path: '/lab', name: 'lab' };

export const LEARN: RouteInfo = { path: '/learn', name: 'learn' };

export const REPRODUCTIONS: RouteInfo = { path: '/reproductions', name: 'reproductions' };

export const ROUTES: readonly RouteInfo[] = [LAB, LEARN, REPRODUCTIONS];
