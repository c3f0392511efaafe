import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  CLASS_OF,
  laneAt,
  lineAt,
  PROGRAMS,
  type ProgramName,
  programsOf,
  type Turn,
  turnsOf,
} from '../../model/analysis/code.ts';
import { type Journey, legAt } from '../../model/analysis/journey.ts';
import { activities, phases, threadStates } from '../../model/engine/generated/abi.ts';
import type { Frame } from '../../model/playback/frame.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { describeLane, describeState } from '../../stage/describe.ts';
import { Button } from '../../ui/Button.tsx';
import { timeOn } from '../../ui/track-time.ts';
import { useStore } from '../../ui/use-store.ts';
import { playhead, run } from '../run/run-state.ts';
import { useMessage } from '../stage-view/use-message.ts';
import styles from './CodeLens.module.css';
import type { Followed, Trail } from './follow-state.ts';

export interface CodeLensProps {
  readonly followed: Followed;
  readonly trail: Trail;
}

/**
 * Pseudo-code of the client, Redis and its I/O threads; it marks the current line of each thread of the
 * request.
 */
export function CodeLens({ followed, trail }: CodeLensProps) {
  const t = useTranslations('follow.code');
  const [isShown, setIsShown] = useState(true);
  const scenario = useStore(run, (state) => state.played?.[followed.side].scenario);
  const programs = useMemo(() => {
    const { recorded, journey } = trail;
    const names = scenario ? programsOf(recorded.layout, scenario) : [];
    return names.map((program) => ({ program, turns: turnsOf(recorded, journey, CLASS_OF[program]) }));
  }, [trail, scenario]);
  return (
    <section className={styles.lens} aria-label={t('label')}>
      <header className={styles.head}>
        <h3 className={styles.title}>{t('title')}</h3>
        <Button variant="small" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
          {t('toggle')}
        </Button>
      </header>
      {isShown && (
        <>
          <p className={styles.note}>{t('intro')}</p>
          <Elsewhere side={followed.side} journey={trail.journey} />
          <div className={styles.programs}>
            {programs.map(({ program, turns }) => (
              <Program key={program} program={program} turns={turns} followed={followed} trail={trail} />
            ))}
          </div>
        </>
      )}
    </section>
  );
}

/** Notes that the lines show other work while the request is not in progress. */
function Elsewhere({ side, journey }: { readonly side: SideName; readonly journey: Journey }) {
  const t = useTranslations('follow.code');
  const player = useStore(run, (state) => state.player);
  useStore(playhead);
  const timeNs = player ? timeOn(player, side) : 0;
  if (timeNs >= journey.beginNs && timeNs < journey.endNs) return null;
  return <p className={styles.elsewhere}>{t('notThere', { request: `#${journey.id}` })}</p>;
}

/** The phase of the request that a thread works on; of the followed request if it works on none. */
function phaseOf(frame: Frame, lane: number, journey: Journey) {
  const { requests, threads } = frame;
  for (let i = 0; i < requests.count; i++)
    if (requests.id[i] === threads.request[lane] && requests.isPart[i] === 0)
      return phases[requests.phase[i] as number];
  return legAt(journey, frame.timeNs)?.phase;
}

interface ProgramProps extends CodeLensProps {
  readonly program: ProgramName;
  readonly turns: readonly Turn[];
}

function Program({ program, turns, followed, trail }: ProgramProps) {
  const t = useTranslations('follow.code');
  const note = useTranslations();
  const toText = useMessage();
  const lines = PROGRAMS[program];
  const list = useRef<HTMLOListElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const player = useStore(run, (state) => state.player);
  const { journey } = trail;
  useEffect(() => {
    const track = player?.tracks.find(({ id }) => id === followed.side);
    if (!player || !track) return;
    let lit = -2;
    let words = '';
    const light = () => {
      const { frame, layout } = track;
      const lane = laneAt(turns, frame.timeNs);
      const state = threadStates[frame.threads.state[lane] ?? -1];
      const activity = activities[frame.threads.activity[lane] ?? 0] ?? 'none';
      const phase = phaseOf(frame, lane, journey);
      const line = state === undefined ? -1 : lineAt(program, { state, activity, phase });
      if (line !== lit) {
        list.current?.children[lit]?.removeAttribute('data-lit');
        list.current?.children[line]?.setAttribute('data-lit', '');
        lit = line;
      }
      const now = t('at', {
        lane: toText(describeLane(layout, lane)),
        state: toText(describeState(frame, layout, lane)),
      });
      if (now !== words && status.current) status.current.textContent = now;
      words = now;
    };
    light();
    return player.subscribe(light);
  }, [player, followed, journey, program, turns, t, toText]);
  return (
    <div className={styles.program}>
      <h4>{t(`program.${program}`)}</h4>
      <p ref={status} className={styles.note} />
      <ol ref={list} className={styles.code}>
        {lines.map(({ code, note: key }) => (
          <li key={code}>
            <span className={styles.here}>
              <span aria-hidden="true">▶</span>
              <span className="visually-hidden">{t('here')}</span>
            </span>
            <code>{code}</code>
            {key && (
              <span className={styles.comment}>
                {/* The key is built from data; the catalogue's type accepts only literal keys. */}
                {note(`follow.code.note.${program}.${key}` as Parameters<typeof note>[0])}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
