/** Simplified Chinese: texts that load later. */

import type { LaterTexts } from '../texts.ts';
import accessibility from './accessibility.json';
import advice from './advice.json';
import amount from './amount.json';
import branch from './branch.json';
import browse from './browse.json';
import classroom from './class.json';
import describe from './describe.json';
import drive from './drive.json';
import embed from './embed.json';
import events from './events.json';
import evidence from './evidence.json';
import experiments from './experiments.json';
import saving from './export.json';
import findings from './findings.json';
import follow from './follow.json';
import glossary from './glossary.json';
import guide from './guide.json';
import imports from './imports.json';
import incidents from './incidents.json';
import issues from './issues.json';
import learn from './learn.json';
import listen from './listen.json';
import model from './model.json';
import note from './note.json';
import open from './open.json';
import palette from './palette.json';
import plots from './plots.json';
import practice from './practice.json';
import profile from './profile.json';
import real from './real.json';
import seen from './seen.json';
import share from './share.json';
import system from './system.json';
import teach from './teach.json';
import until from './until.json';
import why from './why.json';
import write from './write.json';
import zoom from './zoom.json';

export default {
  messages: {
    zoom,
    share,
    branch,
    accessibility,
    advice,
    amount,
    browse,
    class: classroom,
    describe,
    drive,
    embed,
    events,
    evidence,
    experiments,
    export: saving,
    findings,
    follow,
    glossary,
    guide,
    imports,
    incidents,
    learn,
    listen,
    model,
    note,
    open,
    palette,
    plots,
    practice,
    profile,
    real,
    seen,
    system,
    teach,
    until,
    why,
    write,
  },
  issues,
} satisfies LaterTexts;
