import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type FlameData, type FlameWords, flame, nodeName, pathOf } from '../../charts/flame.ts';
import { type FlameNode, flameLines, flameNodes, flameRects } from '../../charts/flame-nodes.ts';
import { prose } from '../../charts/prose.ts';
import { paletteOf } from '../../lib/palette.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import { ChartFigure } from '../results/ChartFigure.tsx';
import { SvgTree } from '../results/SvgTree.tsx';
import { shownChart } from '../results/shown-chart.ts';
import { useSize } from '../results/use-size.ts';
import { useTheme } from '../shared/use-media.ts';
import styles from './Profile.module.css';
import type { CpuProfile } from './profile.ts';

/** CPU time per request of both sides as a flame graph, for pointer and arrow keys. */
export function FlameChart({ profiles }: { readonly profiles: readonly CpuProfile[] }) {
  const t = useTranslations('profile.flame');
  const words = useFlameWords();
  const palette = paletteOf(useTheme());
  const [pointed, setPointed] = useState<number>();
  const { ref, width, fontSize } = useSize();
  const format = useWords();
  const isPart = useStore(focus, ({ selected }) => selected !== undefined);
  const sides = useMemo(
    () =>
      profiles.map(({ side, times, requests }) => ({
        id: side,
        times: times.map((time) => ({ ...time, ns: time.ns / Math.max(1, requests) })),
      })),
    [profiles],
  );
  const nodes = useMemo(() => flameNodes(sides), [sides]);
  const data: FlameData = { sides, pointed };
  const box = { width, height: flameLines(sides.length) * fontSize, fontSize };

  const point = (event: PointerEvent<HTMLElement>) => {
    const own = event.currentTarget.getBoundingClientRect();
    const [px, py] = [event.clientX - own.left, event.clientY - own.top];
    const at = flameRects(sides, nodes, box).findIndex(
      ({ x, y, w, h }) => px >= x && px < x + w && py >= y && py < y + h,
    );
    setPointed(at < 0 ? undefined : at);
  };
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && pointed !== undefined) {
      event.preventDefault();
      setPointed(undefined);
    }
    const to = pointed === undefined ? 0 : neighbour(nodes, pointed, event.key);
    if (!/^Arrow/.test(event.key)) return;
    event.preventDefault();
    if (to !== undefined) setPointed(to);
  };
  const root = (at: number) =>
    nodes.find(({ side, depth }) => depth === 0 && side === nodes[at]?.side)?.ns ?? 0;
  const reading = (at: number) =>
    t('reading', {
      what: nodes[at]?.depth === 0 ? nodeName(nodes[at], words) : pathOf(nodes, at, words),
      side: nodes[at]?.side.toUpperCase() ?? '',
      time: format.duration(nodes[at]?.ns ?? 0),
      share: format.percent((nodes[at]?.ns ?? 0) / Math.max(1e-9, root(at))),
    });
  return (
    <ChartFigure chart={{ ...shownChart(flame, t('title'), data, words), isOfFigures: true }}>
      <div
        ref={ref}
        className={styles.flame}
        style={{ blockSize: box.height }}
        role="slider"
        tabIndex={0}
        aria-label={t('walk')}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, nodes.length - 1)}
        aria-valuenow={pointed ?? 0}
        aria-valuetext={nodes.length > 0 ? reading(pointed ?? 0) : ''}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(undefined)}
        onKeyDown={walk}
      >
        {width > 0 && <SvgTree node={flame.draw(data, box, palette, words)} />}
      </div>
      <p className={styles.reading} aria-hidden="true">
        {pointed === undefined ? t('hint') : reading(pointed)}
      </p>
      <p className={styles.note}>
        {prose(
          profiles.map(({ side, requests, fromNs, toNs }) =>
            t(isPart ? 'sourcePart' : 'source', {
              side: side.toUpperCase(),
              requests: format.count(requests),
              time: format.duration(toNs - fromNs),
              from: format.duration(fromNs),
            }),
          ),
        )}
      </p>
    </ChartFigure>
  );
}

/**
 * Target of an arrow key: up to the largest child, down to the parent, left and right to the next of the same
 * height.
 */
function neighbour(nodes: readonly FlameNode[], at: number, key: string): number | undefined {
  const own = nodes[at];
  if (!own) return undefined;
  if (key === 'ArrowUp') {
    const child = nodes.findIndex(({ parent }) => parent === at);
    return child < 0 ? undefined : child;
  }
  if (key === 'ArrowDown') return own.parent < 0 ? undefined : own.parent;
  const row = nodes.map((_, i) => i).filter((i) => nodes[i]?.depth === own.depth);
  const place = row.indexOf(at);
  if (key === 'ArrowRight') return row[place + 1];
  return key === 'ArrowLeft' ? row[place - 1] : undefined;
}

function useFlameWords(): FlameWords {
  const t = useTranslations('profile.flame');
  const thread = useTranslations('profile.timeline.classes');
  const state = useTranslations('state');
  const activity = useTranslations('activity');
  const words = useWords();
  return useMemo(
    () => ({
      root: (side, time) => t('root', { side: side.toUpperCase(), time }),
      className: (name) => thread(name, { count: 2 }),
      state: (name) => state(name),
      activity: (name) => activity(name),
      duration: words.duration,
      percent: words.percent,
      tableCaption: t('tableCaption'),
      tableWhat: t('what'),
      tableTime: t('time'),
      tableShare: t('share'),
      path: (names) => names.join(' › '),
      sentence: (facts) => t('describe', facts),
      empty: t('counting'),
    }),
    [t, thread, state, activity, words],
  );
}
