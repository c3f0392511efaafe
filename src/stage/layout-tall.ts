/** The vertical layout for narrow screens: callers, pool or event loops, wire, server. */

import type { Frame } from '../model/playback/frame.ts';
import type { RunLayout } from '../model/playback/player.ts';
import {
  type Counter,
  type CounterKey,
  callerCounters,
  counterLines,
  hasBacklog,
  ioCounters,
  placeCounters,
  serverCounters,
  wireCounters,
} from './counters.ts';
import { type Rect, rect } from './geometry.ts';
import { hasHelpers, hasPool } from './io.ts';
import { type IoPlaces, ioPlaces } from './io-places.ts';
import { nodeLanes, serverIoLanes } from './lanes.ts';
import { legible } from './layout.ts';
import { nodePlaces, noteAt, overflowNotes, shownNodes } from './node-places.ts';
import { paintPartDots } from './part-dots.ts';
import {
  type Caption,
  callersPlace,
  onlyNode,
  othersPlace,
  pipesPlace,
  type Scene,
  type SceneLayout,
  type TypeSize,
  tray,
} from './places.ts';
import { ringIn } from './ring.ts';
import { serverRows } from './server-rows.ts';
import { legendKey } from './state-words.ts';
import { fontOf, type SceneText, shorten } from './text.ts';
import { outline } from './threads.ts';
import { otherNames, zoneTitles } from './titles.ts';
import { STATE_NAMES } from './vocabulary.ts';

/**
 * With too many callers for cells, a narrow screen also lacks the legend. So each state is a text with its
 * count, above a bar for its share of the callers.
 */

const COLUMNS = 2;
/** Lines of stacked states. */
const LEVEL_ROWS = Math.ceil(STATE_NAMES.length / COLUMNS);
/** Height of such a line with its bar, in font sizes. */
const LEVEL_STEP = 1.5;
/** Share of the width for the left column, which has the longest texts. */
const WORDS_COLUMN = 0.55;

/** Its font size. */
const levelSize = (sizePx: number): number => Math.max(11, sizePx - 1);

/** Paints the callers' counts by state in two columns. */
function paintLevelWords(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  const { layout, palette, fills, text } = scene;
  const { area } = layout.callers;
  const sizePx = levelSize(layout.sizePx);
  const numberW = text.measure(text.count(layout.run.callers), sizePx) + sizePx * 0.4;
  const step = Math.min(area.h / LEVEL_ROWS, sizePx * 2);
  const gap = sizePx * 0.8;
  const leftW = area.w * WORDS_COLUMN;
  // Only Redis waits for the disk.
  const callers = [{ ...layout.run, waitsForDisk: false }];
  ctx.font = fontOf(text, sizePx);
  ctx.textBaseline = 'middle';
  STATE_NAMES.forEach((name, state) => {
    const count = frame.callersByState[state] as number;
    const isLeft = state % COLUMNS === 0;
    const x = isLeft ? area.x : area.x + leftW;
    const w = isLeft ? leftW - gap : area.w - leftW;
    const y = area.y + Math.floor(state / COLUMNS) * step;
    const words = `${palette.states[name].letter} ${text.message(legendKey(name, callers))}`;
    ctx.fillStyle = palette.inkSoft;
    ctx.textAlign = 'left';
    ctx.fillText(
      shorten(words, w - numberW, (line) => text.measure(line, sizePx)),
      x,
      y + step * 0.35,
    );
    ctx.fillStyle = palette.ink;
    ctx.textAlign = 'right';
    ctx.fillText(text.count(count), x + w, y + step * 0.35);
    if (count === 0) return;
    ctx.beginPath();
    ctx.rect(x, y + step * 0.68, (w * count) / layout.run.callers, step * 0.25);
    ctx.fillStyle = fills[name];
    ctx.fill();
    outline(ctx, scene, name);
  });
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
}

interface Head {
  readonly title: string;
  readonly counters: readonly CounterKey[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Share of the width for the left of two counter columns. */
const LEFT_COLUMN = 0.55;

/** Shares of callers, pool or event loops, wire and server in the height without texts. */
const SHARES = [0.27, 0.27, 0.22, 0.24] as const;
/** Maximum share for the counts of states with their texts. */
const MAX_LEVELS = 0.37;

/** Counters in two columns: number of text lines of each row. */
function rowLines(counterTexts: readonly (readonly string[])[]): number[] {
  const rows = Array.from({ length: Math.ceil(counterTexts.length / 2) }, (_, row) =>
    counterTexts.slice(2 * row, 2 * row + 2),
  );
  return rows.map((pair) => Math.max(1, ...pair.map((lines) => lines.length)));
}

/** The layout of a canvas that is taller than wide. */
export const tallLayout = legible(arrange);

function arrange(
  run: RunLayout,
  width: number,
  height: number,
  text: SceneText,
  { sizePx, dot }: TypeSize,
): SceneLayout {
  const lineHeight = Math.round(sizePx * 1.35);
  const pad = Math.round(sizePx * 0.8);
  const digits = Math.max(2, String(run.callers).length);
  const titles = zoneTitles(run, text);
  const heads: Head[] = [
    { title: titles.callers, counters: callerCounters(run).slice(0, 2) },
    { title: titles.io, counters: ioCounters(run) },
    { title: '', counters: wireCounters(run) },
    { title: titles.server, counters: serverCounters(run) },
  ];
  const nodes = shownNodes(run, width - 2 * pad, true);
  // The longest counters are in the left column; two columns keep a gap.
  const columnW = (width - 2 * pad) * LEFT_COLUMN;
  const roomOf = (n: number) => (n % 2 === 0 ? columnW : width - 2 * pad - columnW) - pad;
  const wrapped = heads.map(({ counters }) =>
    counters.flatMap((key, n) => counterLines([key], roomOf(n), text, sizePx, digits)),
  );
  const crowd = overflowNotes(run, nodes, width - 2 * pad, text, Math.max(11, sizePx - 1));
  const headH = wrapped.map(
    (counterText, i) =>
      lineHeight * ((heads[i]?.title ? 1.1 : 0) + sum(rowLines(counterText)) + (i === 3 ? crowd.length : 0)) +
      pad * 0.4,
  );
  const free = height - sum(headH) - 4.6 * pad;
  const [callersShare, io, wireShare, serverShare] = SHARES;
  const isCrowd =
    callersPlace(rect(0, 0, width - 2 * pad, free * callersShare), run.callers, sizePx).form === 'levels';
  // Requests without a caller are in a row above the callers; those of a cluster may be many.
  const isCluster = nodeLanes(run).length > 1;
  const stripH = isCluster || hasBacklog(run) ? dot * (isCluster && !isCrowd ? 6 : 2.4) : 0;
  const levels = Math.max(callersShare, (LEVEL_ROWS * LEVEL_STEP * levelSize(sizePx) + stripH) / free);
  const hasLevelWords = isCrowd && levels <= MAX_LEVELS;
  // The wire has no text.
  const shares = hasLevelWords ? [levels, io, wireShare + callersShare - levels, serverShare] : SHARES;

  const captions: Caption[] = [];
  const others: SceneLayout['others'][number][] = [];
  const counters: Counter[] = [];
  const bodies: Rect[] = [];
  const addOthers = (boxes: SceneLayout['others'], room: number) => {
    others.push(...boxes);
    captions.push(...otherNames(run, boxes, room, text, sizePx));
  };
  let y = pad * 0.6;
  heads.forEach(({ title, counters: keys }, i) => {
    let lineY = y + lineHeight * 0.8;
    if (title) {
      const shortTitle = shorten(title, width - 2 * pad, (line) => text.measure(line, sizePx, true));
      captions.push({ text: shortTitle, x: pad, y: lineY, sizePx, tone: 'title', align: 'left' });
      const room = Math.max(sizePx, width - 3 * pad - text.measure(shortTitle, sizePx, true));
      // The client's other threads are next to its second title, the server's next to the last.
      if (i === 1 || i === 3)
        addOthers(
          othersPlace(run, i === 3, { right: width - pad, baseline: lineY, room, sizePx, nodes }),
          room,
        );
      lineY += lineHeight * 1.1;
    }
    const own = wrapped[i] ?? [];
    keys.forEach((key, n) => {
      const above = sum(rowLines(own).slice(0, Math.floor(n / 2)));
      const place = { x: pad + (n % 2) * columnW, y: lineY + above * lineHeight, lineHeight, sizePx, digits };
      counters.push(...placeCounters([key], [own[n] ?? []], place, text));
    });
    if (i === 3) {
      const below = lineY + sum(rowLines(own)) * lineHeight;
      captions.push(...noteAt(crowd, pad, below, lineHeight, sizePx));
    }
    const bodyY = y + (headH[i] ?? 0);
    const bodyH = Math.max(24, free * (shares[i] ?? 0));
    bodies.push(rect(pad, bodyY, width - 2 * pad, bodyH));
    y = bodyY + bodyH + pad;
  });
  // Rare counters are next to the first title.
  const last = callerCounters(run).slice(2);
  const lastLines = counterLines(last, roomOf(1) + pad, text, sizePx, digits);
  const lastPlace = { x: pad + columnW, y: pad * 0.6 + lineHeight * 0.8, lineHeight, sizePx, digits };
  counters.push(...placeCounters(last, lastLines, lastPlace, text));
  const [callersArea, ioArea, wireArea, serverArea] = bodies as [Rect, Rect, Rect, Rect];
  const strip = Math.min(callersArea.h * 0.3, stripH);
  const cellsArea = rect(callersArea.x, callersArea.y + strip, callersArea.w, callersArea.h - strip);
  const clientEnd = ioArea.y + ioArea.h;
  const serverTop = serverArea.y - (headH[3] ?? 0) - pad * 0.4;
  // Pipes connect the machines; the wire's texts are between them.
  const wire = rect(wireArea.x, wireArea.y, wireArea.w, serverTop - wireArea.y);
  const pipes = pipesPlace(wire, run, true, wireArea.w, nodes);
  const single = nodes === 1 ? serverPlace(serverArea, run, text, dot, sizePx) : undefined;
  return {
    run,
    width,
    height,
    sizePx,
    dot,
    clientBox: rect(0.5, 0.5, width - 1, clientEnd - 0.5),
    serverBox: rect(0.5, serverTop, width - 1, height - serverTop - 0.5),
    callers: callersPlace(cellsArea, run.callers, sizePx),
    backlog: tray(rect(callersArea.x, callersArea.y, callersArea.w, strip), 40, dot, 'columnsFromRight'),
    ...clientIo(run, ioArea, pipes, { sizePx, dot }),
    pipes,
    nodes: single ? [single.node] : nodePlaces(serverArea, run, nodes, pipes, { sizePx, dot }, text),
    others: [...others, ...(single?.rows?.boxes ?? [])],
    paintDots: paintPartDots,
    paintLevels: hasLevelWords ? paintLevelWords : undefined,
    paintRowWords: single?.rows?.paintRowWords,
    captions: [...captions, ...(single?.rows?.names ?? [])],
    counters,
  };
}

function clientIo(run: RunLayout, area: Rect, pipes: SceneLayout['pipes'], size: TypeSize): IoPlaces {
  const { sizePx } = size;
  const isPool = hasPool(run);
  const hasLoops = hasHelpers(run);
  const loopsH = hasLoops ? (isPool ? area.h * 0.45 : area.h) : 0;
  const slotsH = isPool ? Math.min((area.h - loopsH) * 0.42, sizePx * 2.6) : 0;
  const slotsY = area.y + area.h - loopsH - slotsH;
  const areas = {
    queue: rect(area.x, area.y, area.w, slotsY - area.y - sizePx * 0.5),
    slots: rect(area.x, slotsY, area.w, slotsH),
    loops: rect(area.x, area.y + area.h - loopsH, area.w, loopsH),
  };
  return ioPlaces(run, areas, 'rowsFromBottom', pipes, size);
}

/** From top to bottom: inbox, ring, outbox; then the thread rows, where no reply passes. */
function serverPlace(area: Rect, run: RunLayout, text: SceneText, dot: number, sizePx: number) {
  const hasRows = serverIoLanes(run).length > 0;
  const ringW = Math.min(area.w * 0.4, area.h + 8 * sizePx);
  const trayW = hasRows ? area.w * 0.17 : (area.w - ringW) / 2;
  const middle = rect(area.x + trayW, area.y, ringW, area.h);
  const gap = sizePx * 0.5;
  const rowsX = area.x + trayW + gap;
  const rows = serverRows(
    rect(rowsX, area.y, area.x + area.w - rowsX, area.h),
    run,
    text,
    sizePx,
    trayW + gap,
  );
  const ring = rows?.ring ?? ringIn(middle, text, sizePx);
  const outX = hasRows ? ring.x + ring.radius + ring.band / 2 + gap : area.x + area.w - trayW;
  const node = onlyNode(
    run,
    tray(rect(area.x, area.y, trayW, area.h), run.callers, dot, 'columnsFromRight'),
    tray(rect(outX, area.y, trayW, area.h), run.callers, dot, 'rows'),
    ring,
  );
  return { node, rows };
}
