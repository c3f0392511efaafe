/**
 * Where each piece of state persists: in the link, in this browser, or in memory only. The types make the
 * table exhaustive, so that new state must be listed.
 */

import type { SweepState } from '../experiments/sweep-state.ts';
import type { MidRunEditState } from '../lab/branch/mid-run-edit-state.ts';
import type { FollowState } from '../lab/follow/follow-state.ts';
import type { FocusState } from '../lab/marks/focus-state.ts';
import type { LevelsState } from '../lab/run/levels.ts';
import type { PlayheadState, RunState } from '../lab/run/run-state.ts';
import type { ExperimentState } from '../lab/settings/experiment-state.ts';
import type { CallsState } from '../lab/stage-view/calls-state.ts';
import type { SearchState } from '../lab/until/until.ts';
import type { TrialsState } from '../lab/why/trials-state.ts';
import type { DriveState } from '../learn/drive/drive-state.ts';
import type { IncidentState } from '../learn/incidents/page/incident-state.ts';
import type { LearnProgressState, LearnState } from '../learn/lesson/learn-state.ts';
import type { LearnDraftState } from '../learn/write/custom-lesson-draft.ts';
import type { CalibrationState } from '../live/calibration/calibration-state.ts';
import type { ComparisonState } from '../live/comparison/comparison-state.ts';
import type { ProgramsState } from '../live/programs-state.ts';
import type { SettingsState } from '../ui/settings-state.ts';
import type { UiState } from '../ui/ui-state.ts';

export type Persistence = 'url' | 'local' | 'memory';

export const persistence = {
  experiment: { a: 'url', b: 'url', branchNs: 'url', earlier: 'url', branches: 'url' },
  ui: {
    isPresenting: 'url',
    only: 'url',
    fromLink: 'url',
    speed: 'url',
    dialog: 'memory',
    offered: 'memory',
    tab: 'memory',
    panel: 'url',
    isPanelOpen: 'memory',
    zoom: 'url',
    sloNs: 'url',
    embed: 'url',
    sync: 'url',
    isElastic: 'url',
    rules: 'url',
    explaining: 'memory',
    isHeld: 'memory',
    isPanelLarge: 'memory',
    showsAll: 'memory',
    split: 'memory',
    problems: 'memory',
    announcement: 'memory',
    pressed: 'memory',
    notice: 'memory',
    hasSound: 'memory',
    hasNewVersion: 'memory',
  },
  run: {
    status: 'memory',
    failure: 'memory',
    player: 'memory',
    played: 'memory',
    isUnmoved: 'memory',
    a: 'memory',
    b: 'memory',
  },
  focus: {
    pointedNs: 'memory',
    highlighted: 'memory',
    response: 'memory',
    thread: 'memory',
    instant: 'memory',
    selected: 'url',
    lanes: 'url',
    zooms: 'memory',
    marks: 'url',
    lastMark: 'memory',
    changeNames: 'memory',
    eventMarks: 'memory',
  },
  calls: { a: 'memory', b: 'memory' },
  levels: { a: 'memory', b: 'memory' },
  past: {
    newBranch: 'memory',
    replaced: 'memory',
    isTurned: 'memory',
    hasExplained: 'memory',
    startsOver: 'memory',
    restarted: 'memory',
    refusal: 'memory',
    forgotten: 'memory',
    isTreeOpen: 'memory',
  },
  trials: { trials: 'memory', side: 'memory', extent: 'memory', quantity: 'memory', pair: 'memory' },
  search: { search: 'memory' },
  sweeps: {
    definition: 'local',
    origin: 'local',
    isRefused: 'memory',
    prediction: 'local',
    status: 'local',
    problems: 'memory',
    run: 'memory',
    isGlance: 'memory',
    estimate: 'memory',
    beginnings: 'memory',
    failure: 'memory',
  },
  // The playhead's time is in the link as `t` while paused.
  playhead: { now: 'url' },
  settings: {
    language: 'local',
    theme: 'local',
    motion: 'local',
    zoom: 'local',
    layout: 'local',
    hasLetterKeys: 'local',
  },
  // The bridge's token is not state: it stays in the address that the bridge printed, and in no other link.
  live: { status: 'memory' },
  comparisons: { shown: 'memory', results: 'local', step: 'memory' },
  programs: { build: 'memory', isCancelled: 'memory', problem: 'memory' },
  calibration: { runtime: 'memory', calibrations: 'local', step: 'memory' },
  learn: {
    id: 'url',
    step: 'memory',
    lesson: 'memory',
    reveal: 'memory',
    code: 'memory',
    failure: 'memory',
    results: 'memory',
    isCounted: 'memory',
    counter: 'memory',
    isStaging: 'memory',
    stop: 'url',
  },
  incident: {
    variant: 'url',
    found: 'memory',
    facts: 'memory',
    tried: 'memory',
    isRunning: 'memory',
    failure: 'memory',
    changes: 'memory',
    cause: 'memory',
    evidence: 'memory',
    graded: 'memory',
  },
  drive: {
    scene: 'memory',
    seats: 'memory',
    taken: 'memory',
    isFrozen: 'memory',
    goal: 'memory',
    room: 'memory',
    figures: 'memory',
    clients: 'memory',
    isStale: 'memory',
    steps: 'memory',
    problem: 'memory',
  },
  learnProgress: { lessons: 'local', practice: 'local', incidents: 'local' },
  learnDraft: { text: 'local', former: 'local', other: 'memory', isKept: 'memory' },
  follow: {
    followed: 'url',
    compared: 'url',
    followedTrail: 'memory',
    comparedTrail: 'memory',
    twinTrail: 'memory',
    leg: 'memory',
  },
} as const satisfies {
  experiment: Record<keyof ExperimentState, Persistence>;
  ui: Record<keyof UiState, Persistence>;
  focus: Record<keyof FocusState, Persistence>;
  calls: Record<keyof CallsState, Persistence>;
  levels: Record<keyof LevelsState, Persistence>;
  past: Record<keyof MidRunEditState, Persistence>;
  trials: Record<keyof TrialsState, Persistence>;
  search: Record<keyof SearchState, Persistence>;
  sweeps: Record<keyof SweepState, Persistence>;
  run: Record<keyof RunState, Persistence>;
  playhead: Record<keyof PlayheadState, Persistence>;
  settings: Record<keyof SettingsState, Persistence>;
  live: Record<'status', Persistence>;
  comparisons: Record<keyof ComparisonState, Persistence>;
  programs: Record<keyof ProgramsState, Persistence>;
  calibration: Record<keyof CalibrationState, Persistence>;
  learn: Record<keyof LearnState, Persistence>;
  drive: Record<keyof DriveState, Persistence>;
  incident: Record<keyof IncidentState, Persistence>;
  learnProgress: Record<keyof LearnProgressState, Persistence>;
  learnDraft: Record<keyof LearnDraftState, Persistence>;
  follow: Record<keyof FollowState, Persistence>;
};
