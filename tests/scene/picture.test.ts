/** The stage as a drawing: what the painters put on a canvas, as elements of SVG. */
import { describe, expect, it } from 'vitest';
import { type SvgNode, svg } from '../../src/charts/svg.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { callsPicture } from '../../src/lab/export/calls-picture.ts';
import { partsPicture } from '../../src/lab/export/parts-picture.ts';
import { stageBox, stagePicture } from '../../src/lab/export/stage-picture.ts';
import { SvgContext } from '../../src/lab/export/svg-context.ts';
import { APPEARANCES, paletteOf } from '../../src/lib/palette.ts';
import { counterValue } from '../../src/stage/counters.ts';
import { systemLayout } from '../../src/stage/layout-system.ts';
import { wideLayout } from '../../src/stage/layout-wide.ts';
import { frameAt, recordPreset, sceneText } from '../support/scenes.ts';

const all = (node: SvgNode): SvgNode[] => [
  node,
  ...node.children.flatMap((child) => (typeof child === 'string' ? [] : all(child))),
];
const textsOf = (node: SvgNode): string[] =>
  all(node)
    .filter(({ tag }) => tag === 'text')
    .map(({ children }) => children.join(''));

describe('a canvas that writes SVG', () => {
  it('keeps colour, width, opacity and dashes of what is drawn', () => {
    const canvas = new SvgContext();
    canvas.fillStyle = '#123456';
    canvas.globalAlpha = 0.5;
    canvas.fillRect(10, 20, -4, 5);
    canvas.setLineDash([3, 3]);
    canvas.lineWidth = 2;
    canvas.beginPath();
    canvas.moveTo(1, 2);
    canvas.lineTo(3.456, 4);
    canvas.stroke();
    expect(toText(svg('g', {}, ...canvas.nodes))).toBe(
      [
        '<g>',
        '  <rect x="6" y="20" width="4" height="5" fill="#123456" fill-opacity="0.5" />',
        '  <path d="M1 2L3.46 4" fill="none" stroke="#000" stroke-width="2" stroke-opacity="0.5" stroke-dasharray="3 3" />',
        '</g>',
      ].join('\n'),
    );
  });

  it('draws a circle as two arcs, a part of one as one, and forwards and backwards', () => {
    const path = (draw: (canvas: SvgContext) => void) => {
      const canvas = new SvgContext();
      canvas.beginPath();
      draw(canvas);
      canvas.fill();
      return canvas.nodes[0]?.attributes.d;
    };
    expect(path((canvas) => canvas.arc(0, 0, 5, 0, 2 * Math.PI))).toBe('M5 0A5 5 0 0 1 -5 0A5 5 0 0 1 5 0');
    expect(path((canvas) => canvas.arc(0, 0, 5, 0, Math.PI / 2))).toBe('M5 0A5 5 0 0 1 0 5');
    expect(path((canvas) => canvas.arc(0, 0, 5, 0, (3 * Math.PI) / 2))).toBe('M5 0A5 5 0 1 1 0 -5');
    expect(path((canvas) => canvas.arc(0, 0, 5, Math.PI / 2, 0, true))).toBe('M0 5A5 5 0 0 0 5 0');
  });

  it('writes text where a canvas would, whatever its baseline and side', () => {
    const canvas = new SvgContext();
    canvas.font = '600 20px sans-serif';
    canvas.textBaseline = 'middle';
    canvas.textAlign = 'right';
    canvas.fillText('8', 5, 10);
    expect(canvas.nodes[0]?.attributes).toMatchObject({
      x: 5,
      y: 17,
      fontSize: 20,
      fontWeight: '600',
      textAnchor: 'end',
    });
  });
});

describe.each(['jedis-pool-8', 'lettuce-shared', 'cluster-3', 'go-redis', 'threaded-redis-8'])(
  'the stage of %s as a drawing',
  async (preset) => {
    const recording = await recordPreset(preset, 3e6);
    const frame = frameAt(recording, 2.5e6);
    const { layout } = recording;
    const words = {
      scale: '1 s on screen = 200 µs in the model',
      states: APPEARANCES.map((look) => [look, look] as const),
      dot: 'a request',
      text: sceneText('en'),
    };
    const side = { id: 'a' as const, title: 'Client', subtitle: 'its pool', count: 'in progress' };
    const drawn = (arrange: typeof wideLayout) => {
      const canvas = partsPicture({
        side: 'a',
        run: layout,
        allRuns: [],
        frame,
        request: -1,
        arrange,
        isReduced: false,
      });
      return stagePicture([{ ...side, canvas }], words, paletteOf('light'));
    };
    const ofCalls = () => {
      const toNs = frame.timeNs;
      const view = {
        run: layout,
        connection: 0,
        fromNs: 1e6,
        toNs,
        chunks: recording.chunksBetween(1e6, toNs),
      };
      const canvas = callsPicture({
        side: 'a',
        view,
        frame,
        connection: 'Connection 1',
        nameOf: (lane) => `lane ${lane}`,
        instant: (ns, stepNs) => `${ns / 1e6} ms, every ${stepNs / 1e6} ms`,
      });
      return stagePicture([{ ...side, canvas }], words, paletteOf('light'));
    };

    it.each([
      ['with all parts', wideLayout],
      ['as a whole', systemLayout],
    ])('%s says its scale, its name, every count and what the patterns mean', (_, arrange) => {
      const picture = drawn(arrange);
      const texts = textsOf(picture);
      expect(texts).toEqual(expect.arrayContaining([words.scale, 'A', 'Client', 'its pool', 'in progress']));
      const shown = arrange(layout, 1200, 250, words.text, 13);
      for (const { key, isOptional } of shown.counters) {
        const value = counterValue(key, frame);
        if (value > 0 || !isOptional) expect(texts).toContain(words.text.count(value));
      }
      for (const state of APPEARANCES)
        expect(texts).toContain(`${paletteOf('light').states[state].letter} ${state}`);
    });

    it('as system calls says which connection, whose calls, what is in the buffers, and when', () => {
      const texts = textsOf(ofCalls());
      expect(texts).toEqual(expect.arrayContaining(['Connection 1', 'Query buffer', 'Reply buffer']));
      expect(texts.some((text) => /^lane \d+$/.test(text))).toBe(true);
      const instants = texts.flatMap((text) => /^([\d.]+) ms, every 0\.[\d]+ ms$/.exec(text)?.slice(1) ?? []);
      expect(instants.map(Number)).toEqual([...instants.map(Number)].sort((one, other) => one - other));
      expect(instants.length).toBeGreaterThan(2);
      for (const instant of instants.map(Number)) {
        expect(instant).toBeGreaterThanOrEqual(1);
        expect(instant).toBeLessThanOrEqual(2.5);
      }
    });

    it.each([
      ['with all parts', () => drawn(wideLayout)],
      ['as system calls', ofCalls],
    ])(
      '%s stays in its frame, has only numbers as coordinates and only patterns that it defines',
      (_, make) => {
        const picture = make();
        const text = toText(picture);
        expect(text).not.toMatch(/NaN|undefined|Infinity|\[object/);
        const used = [...text.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id);
        const defined = new Set(
          all(picture).flatMap(({ tag, attributes }) => (tag === 'pattern' ? [attributes.id] : [])),
        );
        expect(used.filter((id) => !defined.has(id))).toEqual([]);
        const { width, height } = stageBox(1);
        for (const { tag, attributes } of all(picture)) {
          if (tag !== 'text' && tag !== 'rect') continue;
          expect(Number(attributes.x ?? 0)).toBeLessThanOrEqual(width);
          expect(Number(attributes.y ?? 0)).toBeLessThanOrEqual(height);
        }
      },
    );

    it('is the same drawing whenever it is made of the same instant', () => {
      expect(toText(drawn(wideLayout))).toBe(toText(drawn(wideLayout)));
      expect(toText(ofCalls())).toBe(toText(ofCalls()));
    });
  },
);
