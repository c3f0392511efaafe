/** A canvas that writes down what is drawn on it. */

export interface DrawLog {
  readonly ctx: CanvasRenderingContext2D;
  /** Calls and settings in order: `fillText(12,x)`, `fillStyle=#fff`. Numbers are rounded to a hundredth. */
  readonly entries: string[];
  /** Arguments of every call of this name. */
  calls(name: string): (readonly unknown[])[];
  clear(): void;
}

const rounded = (value: unknown): unknown =>
  typeof value === 'number'
    ? Math.round(value * 100) / 100
    : Array.isArray(value)
      ? value.map(rounded)
      : value;

/** Width of a text as the tests have it: Chinese characters are square, others a little wider than half. */
export const measure = (text: string, sizePx: number, isBold = false): number => {
  let em = 0;
  for (const character of text) em += character > '\u2e7f' ? 1 : 0.58;
  return em * sizePx * (isBold ? 1.06 : 1);
};

export function drawLog(): DrawLog {
  const entries: string[] = [];
  const calls: [string, readonly unknown[]][] = [];
  const settings: Record<string, unknown> = {};
  const special: Record<string, unknown> = {
    createPattern: () => null,
    measureText: (text: string) => ({ width: measure(text, 12) }),
  };
  const ctx = new Proxy(settings, {
    get(_, name: string) {
      if (name in special) return special[name];
      if (name in settings) return settings[name];
      return (...args: unknown[]) => {
        calls.push([name, args]);
        entries.push(`${name}(${args.map((arg) => String(rounded(arg))).join(',')})`);
      };
    },
    set(_, name: string, value) {
      settings[name] = value;
      entries.push(`${name}=${String(rounded(value))}`);
      return true;
    },
  }) as unknown as CanvasRenderingContext2D;
  return {
    ctx,
    entries,
    calls: (name) => calls.filter(([called]) => called === name).map(([, args]) => args),
    clear: () => {
      entries.length = 0;
      calls.length = 0;
    },
  };
}

/** A text as it stands on the canvas. */
export interface DrawnWords {
  readonly words: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Every text with the room that its letters take: from their tops to their baseline. */
export function wordsOf({ entries }: DrawLog): DrawnWords[] {
  const settings = new Map<string, string>();
  const drawn: DrawnWords[] = [];
  for (const entry of entries) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(entry) ?? [];
    if (name !== undefined && value !== undefined) settings.set(name, value);
    const [, words, textX, textY] = /^fillText\((.*),([-\d.]+),([-\d.]+)\)$/.exec(entry) ?? [];
    if (words === undefined || words === '') continue;
    const [, weight, size] = /^(\d+ )?([\d.]+)px/.exec(settings.get('font') ?? '') ?? [];
    const w = measure(words, Number(size), weight !== undefined);
    const h = Number(size) * 0.75;
    const align = settings.get('textAlign');
    const x = Number(textX) - (align === 'center' ? w / 2 : align === 'right' ? w : 0);
    const y = Number(textY) - (settings.get('textBaseline') === 'middle' ? h / 2 : h);
    drawn.push({ words, x, y, w, h });
  }
  return drawn;
}
