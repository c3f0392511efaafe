/** The Lab in another page: executes the host's commands and reports the current state. */

import { loadCatalogue } from '../../i18n/catalogue.ts';
import { sentenceFor } from '../../i18n/sentence.ts';
import { presentLanguage } from '../../lab/appearance/appearance.ts';
import { LAB_PATH } from '../../lab/link/address.ts';
import { presentLink } from '../../lab/link/link.ts';
import { openLink } from '../../lab/link/open.ts';
import { failed } from '../../lab/run/run.ts';
import { playhead, run } from '../../lab/run/run-state.ts';
import { edit } from '../../lab/settings/edit.ts';
import { experiment, SIDES } from '../../lab/settings/experiment-state.ts';
import { isSamePlace } from '../../lab/settings/validate-edits.ts';
import { migrateEdit } from '../../model/scenario/migrate-version-1.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import { writeLink } from '../../model/scenario/url.ts';
import { isFree, ui } from '../../ui/ui-state.ts';
import { type HostGoals, hostGoals } from './embed-goals.ts';
import {
  type Command,
  type CommandId,
  EMBED_VERSION,
  type HostGoal,
  type Refusal,
  type Report,
  readCommand,
} from './messages.ts';

/** The query of the current state as a standalone page. */
export function ownQuery(): string {
  const link = presentLink();
  if (!link) return '';
  const { embed: _, ...view } = link.view;
  return writeLink({ ...link, view });
}

/** The address of the current state as a standalone page. */
export const ownAddress = (): string => `${location.href.replace(/#.*$/s, '')}#${LAB_PATH}?${ownQuery()}`;

/**
 * Listens to the host page; the returned function stops it.
 * @param embed `1`, or the only accepted origin
 */
export function obeyHost(embed: string, host: Window = parent): () => void {
  if (host === globalThis.window) return () => undefined;
  const origin = embed === '1' ? '*' : embed;
  const send = (report: Report) => host.postMessage({ roundtrip: EMBED_VERSION, ...report }, origin);
  const refuse = async (problems: readonly Problem[], named: { id?: CommandId } = {}) =>
    send({ type: 'refused', ...named, problems: await saidOf(problems) });
  let goals: HostGoals | undefined;
  const setGoal = async (goal: HostGoal | null) => {
    goals ??= hostGoals(send, (problem) => void refuse([problem]));
    return goals.set(goal);
  };
  const inTurn = inOrder();
  const listen = ({ data, source, origin: from }: MessageEvent) => {
    if (source !== host || (origin !== '*' && from !== origin)) return;
    const read = readCommand(data);
    if (!read) return;
    const isSet = 'command' in read && read.command.type === 'set';
    inTurn(isSet, () => obey(read));
  };
  const obey = async (read: NonNullable<ReturnType<typeof readCommand>>) => {
    const { id } = 'command' in read ? read.command : read;
    const command = 'command' in read ? read.command : undefined;
    const problems =
      'problem' in read
        ? [read.problem]
        : await (read.command.type === 'goal' ? setGoal(read.command.goal) : carriedOut(read.command));
    const named: { id?: CommandId } = id === undefined ? {} : { id };
    if (problems.length === 0) send({ type: 'done', ...named });
    else await refuse(problems, named);
    if (command?.type === 'ask') tellAll();
    if (command?.type === 'ask' || command?.type === 'goal') goals?.tellAll();
  };
  const tellState = () => send({ type: 'state', ...presentState() });
  const tellSummary = (side: SideName) => {
    const { summary, isStale } = run.getState()[side];
    if (summary && !isStale) send({ type: 'summary', side, summary });
  };
  const tellAll = () => {
    tellState();
    for (const side of SIDES) tellSummary(side);
  };
  addEventListener('message', listen);
  // The player's snapshot changes at most five times a second.
  const leavePlayhead = playhead.subscribe(tellState);
  const leaveRun = run.subscribe((now, before) => {
    for (const side of SIDES) if (now[side].summary !== before[side].summary) tellSummary(side);
    if (now.status !== before.status) tellState();
  });
  send({ type: 'ready' });
  // On a slow network short runs end before this module has loaded.
  tellAll();
  return () => {
    removeEventListener('message', listen);
    leavePlayhead();
    leaveRun();
    goals?.leave();
  };
}

/**
 * Executes commands in order: those after a `load` or `set` act on its result. A series of `set` commands
 * runs together, so that the edits of a dragged slider are validated and opened once.
 */
function inOrder(): (isSet: boolean, obey: () => Promise<void>) => void {
  let all = Promise.resolve();
  let beforeRow = all;
  let isRow = false;
  return (isSet, obey) => {
    if (!isSet || !isRow) beforeRow = all;
    isRow = isSet;
    all = Promise.all([all, beforeRow.then(obey).catch(failed)]).then(() => undefined);
  };
}

function presentState() {
  const { now } = playhead.getState();
  return {
    status: run.getState().status,
    link: ownQuery(),
    timeNs: now?.timeNs ?? 0,
    endNs: now?.endNs ?? 0,
    isPlaying: now?.playing ?? false,
    speed: now?.speed ?? 0,
  };
}

/** Executes a command; returns the problems. */
async function carriedOut(command: Exclude<Command, { type: 'goal' }>): Promise<readonly Problem[]> {
  switch (command.type) {
    case 'ask':
      return [];
    case 'load': {
      await openLink(command.link.replace(/^[^?]*\?/s, ''));
      return ui.getState().problems.map(({ problem }) => problem);
    }
    case 'set':
      return setKnob(command);
    default: {
      const { player } = run.getState();
      if (!player) return [{ code: 'EMB-03', path: command.type }];
      const { endNs } = player.playhead;
      if (command.type !== 'seek') player[command.type]();
      else if (command.timeNs <= endNs) player.seek(command.timeNs);
      else return [{ code: 'EMB-07', path: 'timeNs', value: String(command.timeNs), max: endNs }];
      return [];
    }
  }
}

/** The host cannot change controls that the link locks or hides. */
async function setKnob(command: Extract<Command, { type: 'set' }>): Promise<readonly Problem[]> {
  const { side } = command;
  // Host pages still use the names of version 1.
  const [path, value] = migrateEdit(command.path, command.value);
  if (!isFree(path)) return [{ code: 'EMB-04', path }];
  const sides = side ? [side] : SIDES;
  await edit(sides, { [path]: value });
  return sides.flatMap((name) => takeBack(name, path)).slice(0, 1);
}

/**
 * Discards a refused value and returns its problems: the reader did not type it, so no input needs to show
 * it.
 */
function takeBack(name: SideName, path: string): readonly Problem[] {
  const side = experiment.getState()[name];
  if (!side || !(path in side.drafts)) return [];
  const { [path]: _, ...drafts } = side.drafts;
  const isOfIt = (problem: Problem) => isSamePlace(problem.path, path);
  experiment.setState({
    [name]: { ...side, drafts, problems: side.problems.filter((problem) => !isOfIt(problem)) },
  });
  return side.problems.filter(isOfIt);
}

async function saidOf(problems: readonly Problem[]): Promise<readonly Refusal[]> {
  const language = presentLanguage();
  const { issues } = await loadCatalogue(language);
  return problems.map((problem) => ({
    code: problem.code,
    path: problem.path,
    text: sentenceFor(problem, language, issues),
  }));
}
