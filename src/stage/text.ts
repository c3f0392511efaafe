/** Texts of the canvas: translated once, cached, and fitted when the layout is made. */
import { formatCount } from '../lib/format.ts';

export type MessageValues = Readonly<Record<string, string | number>>;

/** Translates a message key. */
export type Translate = (key: string, values?: MessageValues) => string;

/** Width of a text in CSS pixels. */
export type Measure = (text: string, sizePx: number, isBold?: boolean) => number;

export interface SceneText {
  readonly locale: string;
  /** CSS font family list. */
  readonly family: string;
  readonly measure: Measure;
  /** A message. Without values it is cached, so painters may call this per frame. */
  message(key: string, values?: MessageValues): string;
  /** A short text in at most two lines of `width`, cached. Empty if it does not fit. */
  lines(content: string, width: number, sizePx: number): readonly string[];
  /** A localised whole number, cached. */
  count(value: number): string;
}

/** The texts of one language. */
export function createSceneText(
  translate: Translate,
  options: { locale: string; family: string; measure: Measure },
): SceneText {
  const messages = new Map<string, string>();
  const counts: string[] = [];
  const broken = new Map<string, readonly string[]>();
  return {
    ...options,
    message(key, values) {
      if (values) return translate(key, values);
      let text = messages.get(key);
      if (text === undefined) {
        text = translate(key);
        messages.set(key, text);
      }
      return text;
    },
    lines(content, width, sizePx) {
      const key = `${content}|${Math.round(width)}|${sizePx}`;
      let result = broken.get(key);
      if (!result) {
        const wrapped = wrap(content, width, 2, (line) => options.measure(line, sizePx));
        result = wrapped.some((line) => line.length < 2 || line.endsWith('…')) ? [] : wrapped;
        broken.set(key, result);
      }
      return result;
    },
    count(value) {
      let text = counts[value];
      if (text === undefined) {
        text = formatCount(value, options.locale);
        counts[value] = text;
      }
      return text;
    },
  };
}

/** CSS font of a size. */
export const fontOf = (text: SceneText, sizePx: number, isBold = false): string =>
  `${isBold ? '600 ' : ''}${sizePx}px ${text.family}`;

/** Text with an outline in the background colour, which keeps it legible above dots. */
export function fillAboveDots(
  ctx: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  ground: string,
): void {
  ctx.strokeStyle = ground;
  ctx.lineWidth = 4;
  ctx.lineJoin = 'round';
  ctx.strokeText(words, x, y);
  ctx.fillText(words, x, y);
}

const isIdeograph = (character: string) => /[\u3000-\u9fff\uff00-\uffef]/.test(character);

/** Pieces between possible line breaks: after spaces, and around Chinese characters. */
function pieces(text: string): string[] {
  const result: string[] = [];
  let piece = '';
  for (const character of text) {
    if (isIdeograph(character)) {
      if (piece) result.push(piece);
      result.push(character);
      piece = '';
    } else {
      piece += character;
      if (character === ' ') {
        result.push(piece);
        piece = '';
      }
    }
  }
  if (piece) result.push(piece);
  return result;
}

/** Wraps a text to `width` where its words allow; beyond `maxLines` it ends in an ellipsis. */
export function wrap(
  text: string,
  width: number,
  maxLines: number,
  measure: (line: string) => number,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text)) {
    if (line && measure((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = piece;
    } else line += piece;
  }
  if (line) lines.push(line.trimEnd());
  const visible = lines.slice(0, maxLines);
  return visible.map((content, i) =>
    shorten(
      i === maxLines - 1 ? lines.slice(i).join(isIdeograph(content) ? '' : ' ') : content,
      width,
      measure,
    ),
  );
}

/** The text, truncated with an ellipsis if too wide. */
export function shorten(text: string, width: number, measure: (line: string) => number): string {
  if (measure(text) <= width) return text;
  let end = text.length - 1;
  while (end > 0 && measure(`${text.slice(0, end).trimEnd()}…`) > width) end--;
  return end > 0 ? `${text.slice(0, end).trimEnd()}…` : '';
}
