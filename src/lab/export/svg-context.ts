/**
 * A canvas context that writes SVG: the stage painters' output as scalable elements. It implements only the
 * calls they make; a painter that needs more fails its test.
 */
import { px, type SvgNode, svg } from '../../charts/svg.ts';

type Called =
  | 'clearRect'
  | 'fillRect'
  | 'strokeRect'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'rect'
  | 'roundRect'
  | 'fill'
  | 'stroke'
  | 'fillText'
  | 'strokeText'
  | 'setLineDash';
type Settings =
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'globalAlpha'
  | 'font'
  | 'textAlign'
  | 'textBaseline';

const ANCHORS: Partial<Record<CanvasTextAlign, string>> = { center: 'middle', right: 'end', end: 'end' };
/** Offset from the middle of a line to its baseline, in em: the canvas' `middle`. */
const MIDDLE = 0.35;

export class SvgContext implements Pick<CanvasRenderingContext2D, Called | Settings> {
  readonly nodes: SvgNode[] = [];
  fillStyle: CanvasRenderingContext2D['fillStyle'] = '#000';
  strokeStyle: CanvasRenderingContext2D['strokeStyle'] = '#000';
  lineWidth = 1;
  lineJoin: CanvasLineJoin = 'miter';
  globalAlpha = 1;
  font = '10px sans-serif';
  textAlign: CanvasTextAlign = 'start';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  private path = '';
  private dashes: readonly number[] = [];

  /** The type that painters expect. */
  get context(): CanvasRenderingContext2D {
    return this as unknown as CanvasRenderingContext2D;
  }

  /** Painters clear the whole canvas first. */
  clearRect(): void {
    this.nodes.length = 0;
  }

  fillRect(x: number, y: number, w: number, h: number): void {
    this.add('rect', { ...rectangle(x, y, w, h), ...this.filled() });
  }

  strokeRect(x: number, y: number, w: number, h: number): void {
    this.add('rect', { ...rectangle(x, y, w, h), ...this.stroked() });
  }

  beginPath(): void {
    this.path = '';
  }

  moveTo(x: number, y: number): void {
    this.path += `M${px(x)} ${px(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.path += `${this.path === '' ? 'M' : 'L'}${px(x)} ${px(y)}`;
  }

  rect(x: number, y: number, w: number, h: number): void {
    this.path += `M${px(x)} ${px(y)}h${px(w)}v${px(h)}h${px(-w)}z`;
  }

  roundRect(x: number, y: number, w: number, h: number, radius: number): void {
    if (radius <= 0) {
      this.rect(x, y, w, h);
      return;
    }
    const turn = (dx: number, dy: number) => `a${px(radius)} ${px(radius)} 0 0 1 ${px(dx)} ${px(dy)}`;
    const [across, down] = [px(w - 2 * radius), px(h - 2 * radius)];
    this.path +=
      `M${px(x + radius)} ${px(y)}h${across}${turn(radius, radius)}v${down}${turn(-radius, radius)}` +
      `h${-across}${turn(-radius, -radius)}v${-down}${turn(radius, -radius)}z`;
  }

  arc(x: number, y: number, radius: number, from: number, to: number, isBack = false): void {
    const at = (angle: number) => `${px(x + radius * Math.cos(angle))} ${px(y + radius * Math.sin(angle))}`;
    const sweep = isBack ? 0 : 1;
    const turn = isBack ? from - to : to - from;
    const round = (angle: number, isLarge: boolean) =>
      `A${px(radius)} ${px(radius)} 0 ${isLarge ? 1 : 0} ${sweep} ${at(angle)}`;
    this.path += `${this.path === '' ? 'M' : 'L'}${at(from)}`;
    // SVG cannot draw a full arc: a circle is two arcs.
    const isCircle = turn >= 2 * Math.PI - 1e-9;
    this.path += isCircle
      ? `${round(from + Math.PI, false)}${round(from, false)}`
      : round(to, turn > Math.PI);
  }

  fill(): void {
    this.add('path', { d: this.path, ...this.filled() });
  }

  stroke(): void {
    this.add('path', { d: this.path, ...this.stroked() });
  }

  fillText(text: string, x: number, y: number): void {
    this.add('text', { ...this.lettered(x, y), ...this.filled() }, text);
  }

  strokeText(text: string, x: number, y: number): void {
    this.add('text', { ...this.lettered(x, y), ...this.stroked() }, text);
  }

  setLineDash(dashes: readonly number[]): void {
    this.dashes = dashes;
  }

  private add(tag: string, attributes: SvgNode['attributes'], ...children: string[]): void {
    this.nodes.push(svg(tag, attributes, ...children));
  }

  private filled(): SvgNode['attributes'] {
    return { fill: String(this.fillStyle), fillOpacity: this.opacity() };
  }

  private stroked(): SvgNode['attributes'] {
    return {
      fill: 'none',
      stroke: String(this.strokeStyle),
      strokeWidth: px(this.lineWidth),
      strokeOpacity: this.opacity(),
      strokeDasharray: this.dashes.length > 0 ? this.dashes.join(' ') : undefined,
      strokeLinejoin: this.lineJoin === 'miter' ? undefined : this.lineJoin,
    };
  }

  private opacity(): number | undefined {
    return this.globalAlpha === 1 ? undefined : px(this.globalAlpha);
  }

  private lettered(x: number, y: number): SvgNode['attributes'] {
    const [, weight, size = '10'] = /^(?:(\d+) )?([\d.]+)px/.exec(this.font) ?? [];
    const shift = this.textBaseline === 'middle' ? MIDDLE * Number(size) : 0;
    return {
      x: px(x),
      y: px(y + shift),
      fontSize: Number(size),
      fontWeight: weight,
      textAnchor: ANCHORS[this.textAlign],
    };
  }
}

const rectangle = (x: number, y: number, w: number, h: number): SvgNode['attributes'] => ({
  x: px(Math.min(x, x + w)),
  y: px(Math.min(y, y + h)),
  width: px(Math.abs(w)),
  height: px(Math.abs(h)),
});
