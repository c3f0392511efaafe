/** Several charts with their tables as one self-contained HTML file. */
import type { Cell, Table, Unit } from './chart.ts';
import type { SvgNode } from './svg.ts';
import { toText } from './svg-text.ts';

export interface ReportSection {
  readonly title: string;
  /** Description of the chart. */
  readonly caption: string;
  readonly drawing?: SvgNode;
  readonly tables: readonly Table[];
}

export interface Report {
  readonly language: string;
  readonly title: string;
  readonly intro: string;
  /** Origin of the numbers: version, date, link. */
  readonly notes: readonly string[];
  readonly sections: readonly ReportSection[];
  readonly number: (value: number, unit: Unit) => string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `body{max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1b2430;font:15px/1.5 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
h1,h2{font-family:Georgia,"Noto Serif CJK SC",serif;line-height:1.25}h2{margin-top:2.5rem}
svg{max-width:100%;height:auto}table{border-collapse:collapse;margin:1rem 0;font-size:12px}caption{text-align:start;font-weight:600;padding-bottom:.3rem}
th,td{padding:.15rem .8rem .15rem 0;border-bottom:1px solid #d5dae1;text-align:start;vertical-align:top;font-weight:400}
thead th{font-weight:600}.n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}footer,.c{color:#566272}
@media print{body{margin:0;max-width:none;font-size:11px}table{font-size:9px}tr,svg{break-inside:avoid}thead{display:table-header-group}}`;

export function toHtml({ language, title, intro, notes, sections, number }: Report): string {
  const cellOf = (cell: Cell, unit: Unit) =>
    cell === undefined ? '' : typeof cell === 'number' ? number(cell, unit) : cell;
  const tableOf = ({ caption, columns, rows }: Table) => {
    const classOf = (index: number) => (columns[index]?.unit === 'text' ? '' : ' class="n"');
    const head = columns.map(
      (column, index) => `<th scope="col"${classOf(index)}>${escaped(column.title)}</th>`,
    );
    const body = rows.map((row) => {
      const cells = row.map((cell, index) => {
        const text = escaped(cellOf(cell, columns[index]?.unit ?? 'text'));
        return index === 0 ? `<th scope="row">${text}</th>` : `<td${classOf(index)}>${text}</td>`;
      });
      return `<tr>${cells.join('')}</tr>`;
    });
    return `<table><caption>${escaped(caption)}</caption><thead><tr>${head.join('')}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
  };
  const sectionOf = (section: ReportSection) =>
    [
      `<section><h2>${escaped(section.title)}</h2>`,
      // The same texts are below the drawing and in its table.
      section.drawing &&
        `<div role="img" aria-label="${escaped(section.caption)}">${toText(section.drawing)}</div>`,
      `<p class="c">${escaped(section.caption)}</p>`,
      ...section.tables.map(tableOf),
      '</section>',
    ]
      .filter(Boolean)
      .join('\n');
  return `<!doctype html>
<html lang="${escaped(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(intro)}</p>
${sections.map(sectionOf).join('\n')}
</main>
<footer>${notes.map((note) => `<p>${escaped(note)}</p>`).join('\n')}</footer>
</body></html>
`;
}
