/** English: the texts of the header, of Start and of the Lab until a panel opens. */
import { fieldNames } from '../setting-texts.ts';
import app from './app.json';
import bridge from './bridge.json';
import charts from './charts.json';
import display from './display.json';
import home from './home.json';
import keys from './keys.json';
import lab from './lab.json';
import offline from './offline.json';
import pace from './pace.json';
import phases from './phases.json';
import presets from './presets.json';
import results from './results.json';
import selection from './selection.json';
import settings from './settings.json';
import stage from './stage.json';

export default {
  messages: {
    app,
    bridge,
    charts,
    display,
    home,
    keys,
    lab,
    offline,
    pace,
    phases,
    results,
    selection,
    ...stage,
  },
  fields: fieldNames(settings),
  presets,
};
