/**
 * Saves a chart as a file. Every file carries its origin: caption, both scenarios, seed, version,
 * fingerprints and link.
 */

import { neutralText } from '../lib/csv-table.ts';
import type { Palette } from '../lib/palette.ts';
import { QUIET, qrOf } from '../lib/qr.ts';
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, type Cell, type Table, textWidth } from './chart.ts';
import { textAt } from './marks/text.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { toText } from './svg-text.ts';

/** Origin of the numbers. */
export interface Provenance {
  readonly title: string;
  /** Describes the chart in two sentences. */
  readonly caption: string;
  /** Version of the engine; undefined before the first run. */
  readonly engineVersion: string | undefined;
  /** Link that shows the chart again. */
  readonly link: string;
  readonly sides: readonly {
    readonly id: SideName;
    readonly scenario: Scenario;
    /** Changes during the run, if it is a branch. */
    readonly changes?: readonly { readonly atNs: number; readonly scenario: Scenario }[];
    readonly fingerprint: string | undefined;
  }[];
  /** Definition of the experiment, if the numbers come from one. */
  readonly sweep?: unknown;
  /** Metadata of the measurement, if the numbers come from a real Redis. */
  readonly measured?: unknown;
}

/** One line: seed, version, fingerprints. */
export function originOf({ engineVersion, sides }: Provenance): string {
  const seeds = [...new Set(sides.map(({ scenario }) => scenario.seed))];
  const prints = sides.flatMap(({ id, fingerprint }) =>
    fingerprint === undefined ? [] : [`${id.toUpperCase()} ${fingerprint}`],
  );
  return ['Roundtrip', engineVersion, seeds.length > 0 && `seed ${seeds.join('/')}`, ...prints]
    .filter(Boolean)
    .join(' · ');
}

const quoted = (cell: Cell): string => {
  const text = neutralText(cell);
  return /[",\r\n]|^#/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The rows of a file: instants are whole nanoseconds. */
const exact = ({ columns, rows }: Table): readonly (readonly Cell[])[] =>
  rows.map((row) =>
    row.map((cell, index) =>
      typeof cell === 'number' && columns[index]?.isInstant ? Math.round(cell) : cell,
    ),
  );

/** Longest link as text below a drawing, characters: people can type it. A longer one is a QR code. */
const TYPED_LINK = 80;
/** Bytes in the largest QR code; a longer link is in the metadata only. */
const MOST_IN_QR = 2953;
/** The title is bold, hence wider. */
const BOLD = 1.2;
/** Smallest module of a code that cameras read, px. */
const MODULE = 1.5;

/** A link as a QR code of at least a width, px; undefined if it is short or too long. */
function linkCode(
  link: string,
  least: number,
): { readonly side: number; readonly node: SvgNode } | undefined {
  if (link.length <= TYPED_LINK || new TextEncoder().encode(link).length > MOST_IN_QR) return undefined;
  const { size, path } = qrOf(link);
  const modules = size + 2 * QUIET;
  const side = Math.max(least, modules * MODULE);
  const node = svg(
    'svg',
    { viewBox: `${-QUIET} ${-QUIET} ${modules} ${modules}`, width: px(side), height: px(side) },
    // Black on white in every theme: scanners expect it.
    svg('rect', { x: -QUIET, y: -QUIET, width: modules, height: modules, fill: '#fff' }),
    svg('path', { d: path, fill: '#000', shapeRendering: 'crispEdges' }),
  );
  return { side, node };
}

/** Lines with `#` that state the origin of the numbers. */
export const csvHead = (provenance: Provenance): string[] =>
  [
    provenance.title,
    // The title of a table is its caption, and the conditions.
    ...(provenance.title.startsWith(provenance.caption) ? [] : [provenance.caption]),
    originOf(provenance),
    ...provenance.sides.flatMap(({ id, scenario, changes = [] }) => [
      `scenario ${id.toUpperCase()}: ${JSON.stringify(scenario)}`,
      ...changes.map(
        (change) =>
          `scenario ${id.toUpperCase()} from ${change.atNs} ns on: ${JSON.stringify(change.scenario)}`,
      ),
    ]),
    ...(provenance.sweep === undefined ? [] : [`sweep: ${JSON.stringify(provenance.sweep)}`]),
    ...(provenance.measured === undefined ? [] : [`measured: ${JSON.stringify(provenance.measured)}`]),
    provenance.link,
  ].map((note) => `# ${note.replace(/\s+/g, ' ')}`);

/** The origin, then a header with units, then the rows (RFC 4180). */
export function toCsv(table: Table, provenance: Provenance): string {
  const header = table.columns.map(({ title, unit }) => (unit === 'text' ? title : `${title} [${unit}]`));
  return [
    ...csvHead(provenance),
    ...[header, ...exact(table)].map((row) => row.map(quoted).join(',')),
    '',
  ].join('\r\n');
}

/** The same as one JSON object; unknown values are null. */
export const toJson = (table: Table, provenance: Provenance): string =>
  `${JSON.stringify({ ...provenance, table: { caption: table.caption, columns: table.columns.map(({ title, unit }) => ({ title, unit })), rows: exact(table).map((row) => row.map((cell) => cell ?? null)) } }, null, 2)}\n`;

/**
 * Breaks a text into lines of a maximum width, px. Chinese breaks anywhere except before commas, full stops
 * and closing brackets. Other scripts break between words and at zero-width spaces.
 */
export function wrap(text: string, width: number, fontSize: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(
    /[\u2e80-\uffef][、。，．：；）》！？”]*|[^\s\u200b\u2e80-\uffef]+(?:[、。，．：；）》！？]+”?|[\s\u200b]*)|\s+/gu,
  ) ?? []) {
    if (line !== '' && textWidth((line + piece).trimEnd(), fontSize) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}

/** The font of a file: every system has one of these. */
export const FILE_FONT =
  "system-ui, 'Segoe UI', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";

/**
 * A self-contained drawing with background, title, caption, origin and link (a long one as a QR code); the
 * full provenance is in its metadata.
 */
export function toSvg(
  drawing: SvgNode,
  { width, height, fontSize }: Box,
  palette: Palette,
  provenance: Provenance,
): string {
  const margin = fontSize * 1.2;
  const line = fontSize * 1.45;
  const titleSize = fontSize * 1.3;
  const title = wrap(provenance.title, width / BOLD, titleSize);
  const top = margin + line * (0.1 + 1.3 * title.length);
  const code = linkCode(provenance.link, line * 6);
  const notesWidth = width - (code ? code.side + margin : 0);
  const typed = provenance.link.length <= TYPED_LINK ? [provenance.link] : [];
  const notes = [
    ...wrap(provenance.caption, notesWidth, fontSize).map((text) => ({ text, fill: palette.ink })),
    ...[originOf(provenance), ...typed]
      .flatMap((text) => wrap(text, notesWidth, fontSize))
      .map((text) => ({ text, fill: palette.inkSoft })),
  ];
  const below = Math.max(line * (notes.length + 0.6), code ? code.side + line * 0.6 : 0);
  const size = { width: width + 2 * margin, height: top + height + below + margin };
  const { viewBox: _, ...inner } = drawing.attributes;
  return `${toText(
    svg(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: `0 0 ${px(size.width)} ${px(size.height)}`,
        width: px(size.width),
        height: px(size.height),
        fontFamily: FILE_FONT,
        role: 'img',
      },
      svg('title', {}, provenance.title),
      svg('desc', {}, provenance.caption),
      svg('metadata', {}, JSON.stringify(provenance)),
      svg('rect', { width: '100%', height: '100%', fill: palette.paper }),
      ...title.map((text, index) =>
        textAt(text, margin, margin + fontSize + line * 1.3 * index, {
          fontSize: titleSize,
          fontWeight: 600,
          fill: palette.ink,
        }),
      ),
      { ...drawing, attributes: { ...inner, x: px(margin), y: px(top) } },
      ...notes.map(({ text, fill }, index) =>
        textAt(text, margin, top + height + line * (index + 1.2), { fontSize, fill }),
      ),
      ...(code
        ? [
            {
              ...code.node,
              attributes: {
                ...code.node.attributes,
                x: px(margin + width - code.side),
                y: px(top + height + line * 0.6),
              },
            },
          ]
        : []),
    ),
  )}\n`;
}
