/** English. */
import { fieldNames } from '../setting-texts.ts';
import app from './app.json';
import branch from './branch.json';
import bridge from './bridge.json';
import browse from './browse.json';
import charts from './charts.json';
import describe from './describe.json';
import display from './display.json';
import embed from './embed.json';
import evidence from './evidence.json';
import experiments from './experiments.json';
import saving from './export.json';
import follow from './follow.json';
import glossary from './glossary.json';
import guide from './guide.json';
import home from './home.json';
import imports from './imports.json';
import issues from './issues.json';
import keys from './keys.json';
import lab from './lab.json';
import learn from './learn.json';
import listen from './listen.json';
import model from './model.json';
import note from './note.json';
import offline from './offline.json';
import open from './open.json';
import pace from './pace.json';
import palette from './palette.json';
import phases from './phases.json';
import plots from './plots.json';
import presets from './presets.json';
import profile from './profile.json';
import real from './real.json';
import results from './results.json';
import seen from './seen.json';
import selection from './selection.json';
import settings from './settings.json';
import share from './share.json';
import stage from './stage.json';
import teach from './teach.json';
import until from './until.json';
import why from './why.json';
import write from './write.json';
import zoom from './zoom.json';

export default {
  messages: {
    app,
    branch,
    bridge,
    browse,
    charts,
    describe,
    display,
    embed,
    evidence,
    experiments,
    export: saving,
    follow,
    glossary,
    guide,
    home,
    imports,
    keys,
    lab,
    learn,
    listen,
    model,
    note,
    offline,
    open,
    pace,
    palette,
    phases,
    plots,
    profile,
    real,
    results,
    seen,
    selection,
    share,
    teach,
    until,
    why,
    write,
    zoom,
    ...stage,
  },
  fields: fieldNames(settings),
  presets,
  issues,
};
