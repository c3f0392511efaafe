import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { hasConnectionSince } from '../../model/analysis/lending.ts';
import type { Player, Side } from '../../model/playback/player.ts';
import { describePicked } from '../../stage/describe.ts';
import { describeRegion } from '../../stage/describe-region.ts';
import { type Picked, type RegionName, regionOf, regionsIn } from '../../stage/regions.ts';
import { Button } from '../../ui/Button.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { explainPart } from '../appearance/appearance.ts';
import type { Followed } from '../follow/follow-state.ts';
import { carryOut } from '../keyboard/keys.ts';
import type { SideInfo } from '../stage-view/stage-side.ts';
import { useMessage } from '../stage-view/use-message.ts';
import { useOrigin } from '../stage-view/use-origin.ts';
import { usePlayhead } from '../stage-view/use-playhead.ts';
import { LegendWords, PointedCard } from './LegendCard.tsx';
import { usePointed } from './pointed.ts';
import styles from './StageGuide.module.css';

/** A part of the stage that is explained. */
export interface Explained {
  readonly side: Side;
  readonly picked: Picked;
}

export interface StageGuideProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
  readonly explained: Explained;
  readonly onExplain: (explained: Explained) => void;
  readonly onPin: (followed: Followed) => void;
  /** Position; over the stage's lower edge when absent. */
  readonly place?: HTMLElement | null | undefined;
}

/** The lesson about each part. */
const LESSONS: Readonly<Record<RegionName, string>> = {
  clientMachine: 'waking',
  callers: 'pool',
  backlog: 'designs',
  poolQueue: 'pool',
  connections: 'connections',
  taskQueue: 'sharing',
  replies: 'batches',
  eventLoops: 'sharing',
  clientThreads: 'designs',
  wire: 'rtt',
  serverMachine: 'iothreads',
  socketBuffers: 'pipelining',
  mainThread: 'syscalls',
  replyQueue: 'syscalls',
  serverThreads: 'iothreads',
  request: 'journey',
};

/** "What is this?": explains a part of the stage, its current work and waits, and links to its lesson. */
export function StageGuide({ place, ...props }: StageGuideProps) {
  const guide = (
    <>
      <Guide {...props} isFloating={!place} />
    </>
  );
  return place ? createPortal(guide, place) : guide;
}

function Guide(props: Omit<StageGuideProps, 'place'> & { readonly isFloating: boolean }) {
  const { player, sides, explained, onExplain, isFloating } = props;
  const t = useTranslations('guide');
  const name = useTranslations('describe.region');
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const cardElement = section.current;
    cardElement?.focus();
    return () => {
      // A reader who moved the focus in the meantime keeps it.
      if (cardElement?.isConnected || !isNowhere(document.activeElement)) return;
      const returnTarget =
        isNowhere(before) || !before?.isConnected ? document.getElementById('stage') : before;
      if (returnTarget instanceof HTMLElement) returnTarget.focus({ preventScroll: true });
    };
  }, []);
  useLayoutEffect(() => carryOut('letGo', () => explainPart(undefined)), []);
  const { side, picked } = explained;
  const pointed = usePointed(explained.picked);
  const runs = player.tracks
    .filter(({ id }) => sides.some((info) => info.id === id))
    .map(({ layout }) => layout);
  const track = player.tracks.find(({ id }) => id === side);
  // A part that was requested by name may exist on the other side only.
  const owner = ownerOf(player, explained);
  useEffect(() => {
    if (owner !== side) onExplain({ side: owner, picked });
  }, [owner, side, picked, onExplain]);
  if (!track) return null;
  const region = regionOf(track.layout, picked);
  const choose = (side: Side, chosen: RegionName) =>
    onExplain({ side, picked: { kind: 'region', region: chosen } });
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.guide}
      data-floating={isFloating}
      aria-labelledby="guide-title"
    >
      <header className={styles.header}>
        <h2 id="guide-title" className={styles.title}>
          {t('title')}
        </h2>
        <Button variant="small" onClick={() => explainPart(undefined)}>
          {t('close')}
        </Button>
      </header>
      <p className={styles.soft}>{t('hint')}</p>
      <p className={styles.soft}>{t('others', { isBeside: isFloating ? 'no' : 'yes' })}</p>
      {pointed ? <PointedCard pointed={pointed} runs={runs} /> : <Card {...props} region={region} />}
      <h3 className={styles.part}>{t('parts')}</h3>
      {sides.length > 1 && (
        <fieldset className={styles.sides} aria-label={t('side')}>
          {sides.map(({ id }) => (
            <Button
              key={id}
              variant="small"
              aria-pressed={id === explained.side}
              onClick={() => choose(id, region)}
            >
              <SideBadge side={id} />
            </Button>
          ))}
        </fieldset>
      )}
      <ul className={styles.parts}>
        {regionsIn(track.layout).map((part) => (
          <li key={part}>
            <button
              type="button"
              className={styles.choice}
              aria-pressed={part === region}
              onClick={() => choose(explained.side, part)}
            >
              {name(part)}
            </button>
          </li>
        ))}
      </ul>
      <LegendWords runs={runs} />
    </section>
  );
}

const isNowhere = (element: Element | null): boolean => element === null || element === document.body;

/** The side that has the explained part: the chosen one if it can. */
function ownerOf({ tracks }: Player, { side, picked }: Explained): Side {
  if (picked.kind !== 'region') return side;
  const has = tracks.filter(({ layout }) => regionsIn(layout).includes(picked.region));
  return (has.find(({ id }) => id === side) ?? has[0])?.id ?? side;
}

/** The explanation; its current state follows the clock, a few times a second. */
function Card({
  player,
  explained,
  region,
  onPin,
}: Pick<StageGuideProps, 'player' | 'explained' | 'onPin'> & { readonly region: RegionName }) {
  const t = useTranslations('guide');
  const name = useTranslations('describe.region');
  const toText = useMessage();
  const origin = useOrigin(player);
  const lessons = useTranslations('learn.lessons');
  usePlayhead(player);
  const { side, picked } = explained;
  const track = player.tracks.find(({ id }) => id === side);
  if (!track) return null;
  const now =
    picked.kind === 'region'
      ? describeRegion(track.frame, track.layout, region)
      : [
          describePicked(track.frame, track.layout, picked, (request, connection) =>
            hasConnectionSince(track.recording, request, connection, track.frame.timeNs),
          ),
        ];
  const lesson = LESSONS[region];
  return (
    <div className={styles.card}>
      <div role="status">
        <h3 className={styles.name}>
          <SideBadge side={side} /> {name(region)}
        </h3>
        <p>{t(`is.${region}`)}</p>
      </div>
      <h4 className={styles.part}>{t('now')}</h4>
      <ul className={styles.now}>
        {now.map((message) => (
          <li key={message.key + JSON.stringify(message.values?.lane ?? '')}>{toText(message)}</li>
        ))}
      </ul>
      <p className={styles.soft}>{origin(track)}</p>
      <h4 className={styles.part}>{t('waits')}</h4>
      <p>{t(`waitsFor.${region}`)}</p>
      <p className={styles.ways}>
        {'id' in picked && (
          <Button variant="small" onClick={() => onPin({ side, request: picked.id })}>
            {t('follow')}
          </Button>
        )}
        <a href={`#/learn/${lesson}`}>
          {t('lesson')}: {lessons(`${lesson}.title` as 'rtt.title')}
        </a>
      </p>
    </div>
  );
}
