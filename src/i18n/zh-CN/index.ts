/** Simplified Chinese. */
import type { Catalogue } from '../catalogue.ts';
import app from './app.json';
import charts from './charts.json';
import fields from './fields.json';
import presets from './first-presets.json';
import lab from './lab.json';
import results from './results.json';
import stage from './stage.json';

export default {
  messages: { app, charts, lab, results, ...stage },
  fields,
  presets,
} satisfies Catalogue;
