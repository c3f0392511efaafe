/** Simplified Chinese. */
import type { Catalogue } from '../catalogue.ts';
import app from './app.json';
import charts from './charts.json';
import fields from './first-fields.json';
import presets from './first-presets.json';
import lab from './lab.json';
import parts from './parts.ts';
import results from './results.json';
import stage from './stage.json';

export default {
  messages: { app, charts, lab, results, ...stage },
  parts,
  fields,
  presets,
} satisfies Catalogue;
