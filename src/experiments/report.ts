/**
 * An experiment as one standalone file. The first page has question, answer, chart, conditions, date and
 * link; the numbers and the definition are behind it.
 */
import type { Box, Table } from '../charts/chart.ts';
import type { SvgNode } from '../charts/svg.ts';
import { toText } from '../charts/svg-text.ts';
import type { Palette } from '../lib/palette.ts';
import { QUIET, qrOf } from '../lib/qr.ts';
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
  /** The answers; the findings otherwise. */
  readonly answers: readonly string[];
  readonly conditions: { readonly title: string; readonly facts: readonly string[] };
  readonly found: { readonly title: string; readonly sentences: readonly string[] };
  /** Date, version and number of runs. */
  readonly origin: string;
  readonly link: { readonly title: string; readonly href: string };
  readonly data: string;
  readonly statistics: { readonly title: string; readonly method: string };
  readonly again: { readonly title: string; readonly how: string };
  readonly number: (value: number) => string;
  /** The measurements over the charts, with their sources. */
  readonly measured: { readonly title: string; readonly facts: readonly string[] } | undefined;
}

const BOX = { width: 760, height: 340, fontSize: 13 };
/** Bytes in the largest QR code. */
const MOST_IN_QR = 2953;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `@page{size:A4;margin:14mm}body{max-width:50rem;margin:2rem auto;padding:0 1rem;font:15px/1.45 system-ui,'Noto Sans CJK SC','PingFang SC',sans-serif;color:#1b2430;background:#fff}
h1,h2{font-family:Georgia,serif;line-height:1.25}h1{margin:0 0 .5rem}h2{margin:1rem 0 .3rem;font-size:1.05rem}svg{max-width:100%;height:auto}figure{margin:1rem 0}figcaption{font-weight:600}ul{margin:0;padding-left:1.2rem}
.answer{font:1.25rem/1.35 Georgia,serif;margin:.3rem 0}.last{display:grid;grid-template-columns:1fr auto;gap:1rem}.last svg{width:9rem}.soft{color:#55606e;font-size:13px}
table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}th,td{padding:.2rem .6rem;border-bottom:1px solid #d5dae1;text-align:right}th:first-child{text-align:left}pre{overflow:auto;padding:.75rem;background:#f6f7f9;font-size:12px}summary{cursor:pointer;font-weight:600}
@media print{body{margin:0}details:not([open]){display:none}}`;

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

const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;

/** A link as a QR code; nothing if it is too long for one. */
function codeHtml(link: string): string {
  if (new TextEncoder().encode(link).length > MOST_IN_QR) return '';
  const { size, path } = qrOf(link);
  const side = size + 2 * QUIET;
  return `<svg viewBox="${-QUIET} ${-QUIET} ${side} ${side}" shape-rendering="crispEdges" aria-hidden="true"><path d="${path}"/></svg>`;
}

export function reportHtml(
  { sweep }: Pick<SweepRun, 'sweep'>,
  charts: readonly ReportChart[],
  palette: Palette,
  words: ReportWords,
): string {
  const title = sweep.question === '' ? (charts[0]?.title ?? words.title) : sweep.question;
  const figures = charts.map((chart) => {
    const drawing = chart.draw(BOX, palette);
    const alone = {
      ...drawing,
      attributes: { ...drawing.attributes, xmlns: 'http://www.w3.org/2000/svg', role: 'img' },
    };
    return `<figure><figcaption>${escaped(chart.title)}</figcaption>${toText(alone)}</figure>`;
  });
  const tables = charts.map(
    (chart) =>
      `<h3>${escaped(chart.title)}</h3><p>${escaped(chart.description)}</p>${tableHtml(chart.table(), words)}`,
  );
  return `<!doctype html>
<html lang="${escaped(words.lang)}"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
${words.answers.map((answer) => `<p class="answer">${escaped(answer)}</p>`).join('\n')}
${figures.join('\n')}
<div class="last"><div>
<h2>${escaped(words.conditions.title)}</h2>
${list(words.conditions.facts)}
<p class="soft">${escaped(words.origin)}<br><a href="${escaped(words.link.href)}">${escaped(words.link.title)}</a></p>
</div>${codeHtml(words.link.href)}</div>
<details><summary>${escaped(words.data)}</summary>
<h2>${escaped(words.found.title)}</h2>
${list(words.found.sentences)}
${tables.join('\n')}
${words.measured ? `<h2>${escaped(words.measured.title)}</h2>\n<p>${words.measured.facts.map(escaped).join('<br>')}</p>` : ''}
<h2>${escaped(words.statistics.title)}</h2>
<p>${escaped(words.statistics.method)}</p>
<h2>${escaped(words.again.title)}</h2>
<p>${escaped(words.again.how)}</p>
<pre>npm run --silent sim -- sweep sweep.json --json</pre>
<pre>${escaped(sweepText(sweep))}</pre>
</details>
</body></html>
`;
}
