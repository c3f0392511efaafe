/**
 * An experiment as one standalone file: question, systems, charts, table, statistics, and how to repeat it.
 */
import type { Box, Table } from '../charts/chart.ts';
import type { SvgNode } from '../charts/svg.ts';
import { toText } from '../charts/svg-text.ts';
import type { Palette } from '../lib/palette.ts';
import { sweepText } from '../model/sweep/definition.ts';
import type { SweepRun } from './sweep-state.ts';

export interface ReportChart {
  readonly title: string;
  readonly description: string;
  readonly draw: (box: Box, palette: Palette) => SvgNode;
  readonly table: () => Table;
}

export interface ReportWords {
  readonly lang: string;
  readonly title: string;
  readonly systems: string;
  readonly found: string;
  readonly again: string;
  readonly statistics: string;
  /** The method, and the number of runs. */
  readonly method: string;
  readonly againHow: string;
  readonly number: (value: number) => string;
  /** The measurements over the charts, with their sources. */
  readonly measured: { readonly title: string; readonly facts: readonly string[] } | undefined;
}

const BOX = { width: 840, height: 400, fontSize: 14 };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `body{max-width:54rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,'Noto Sans CJK SC','PingFang SC',sans-serif;color:#1b2430;background:#fff}
h1,h2{font-family:Georgia,serif;line-height:1.25}svg{max-width:100%;height:auto}figure{margin:1.5rem 0}table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .6rem;border-bottom:1px solid #d5dae1;text-align:right}th:first-child{text-align:left}pre{overflow:auto;padding:.75rem;background:#f6f7f9;font-size:12px}`;

/** A table as HTML with rounded numbers; the file's results have exact ones. */
function tableHtml({ columns, rows }: Table, { number }: ReportWords): string {
  const head = columns.map(
    ({ title, unit }) => `<th>${escaped(unit === 'text' ? title : `${title} [${unit}]`)}</th>`,
  );
  const body = rows.map(([first, ...cells]) => {
    const text = (cell: (typeof cells)[number]) => (typeof cell === 'number' ? number(cell) : (cell ?? ''));
    return `<tr><th>${escaped(String(first ?? ''))}</th>${cells.map((cell) => `<td>${escaped(text(cell))}</td>`).join('')}</tr>`;
  });
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

/** @param findings sentences on the results */
export function reportHtml(
  run: SweepRun,
  charts: readonly ReportChart[],
  findings: readonly string[],
  palette: Palette,
  words: ReportWords,
): string {
  const { sweep, engineVersion } = run;
  const title = sweep.question === '' ? words.title : sweep.question;
  const list = (items: readonly string[]) =>
    `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;
  const figures = charts.map((chart) => {
    const drawing = chart.draw(BOX, palette);
    const alone = {
      ...drawing,
      attributes: { ...drawing.attributes, xmlns: 'http://www.w3.org/2000/svg', role: 'img' },
    };
    return `<figure><h3>${escaped(chart.title)}</h3>${toText(alone)}<figcaption>${escaped(chart.description)}</figcaption>${tableHtml(chart.table(), words)}</figure>`;
  });
  return `<!doctype html>
<html lang="${escaped(words.lang)}"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
<h2>${escaped(words.systems)}</h2>
${list(sweep.series.map(({ name, preset, set }) => [name, preset, set && JSON.stringify(set)].filter(Boolean).join(' · ')))}
<h2>${escaped(words.found)}</h2>
${list(findings)}
${figures.join('\n')}
${words.measured ? `<h2>${escaped(words.measured.title)}</h2>\n<p>${words.measured.facts.map(escaped).join('<br>')}</p>` : ''}
<h2>${escaped(words.statistics)}</h2>
<p>${escaped(words.method)} Roundtrip ${escaped(engineVersion)}.</p>
<h2>${escaped(words.again)}</h2>
<p>${escaped(words.againHow)}</p>
<pre>npm run --silent sim -- sweep sweep.json --json</pre>
<pre>${escaped(sweepText(sweep))}</pre>
</body></html>
`;
}
