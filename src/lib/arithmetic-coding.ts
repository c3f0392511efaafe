/**
 * Arithmetic coding of short, regular text: fields of similar length between separators. An adaptive model predicts each
 * bit from the character's position behind the last separator. Where values are random digits this is denser than
 * deflate, which uses one code for names, digits and separators. The coder is that of lpaq1 (Matt Mahoney).
 */

/** Characters behind which positions start again. */
const SEPARATORS = '&+|';

/** Positions that have a context of their own; later ones share the last. */
const POSITIONS = 8;

/** Bits of the length and of the checksum, which have no model. */
const LENGTH_BITS = 16;
const CHECK_BITS = 12;

/** The probability that the next bit is 1, for each context: the share of ones there so far. */
class Model {
  private readonly ones = new Float64Array(POSITIONS * (SEPARATORS.length + 1) * 256).fill(0.4);
  private readonly all = new Float64Array(this.ones.length).fill(0.8);
  private place = 0;
  private position = 0;
  private separator = 0;
  private node = 1;

  /** At least 1/4096, so that every bit can be coded. */
  probability(): number {
    const at = this.at();
    return Math.min(4095 / 4096, Math.max(1 / 4096, (this.ones[at] ?? 0) / (this.all[at] ?? 1)));
  }

  learn(bit: number): void {
    const at = this.at();
    this.ones[at] = (this.ones[at] ?? 0) + bit;
    this.all[at] = (this.all[at] ?? 0) + 1;
    this.node = this.node * 2 + bit;
    if (this.node < 256) return;
    const separator = SEPARATORS.indexOf(String.fromCharCode(this.node - 256)) + 1;
    this.position = separator > 0 ? 0 : Math.min(this.position + 1, POSITIONS - 1);
    if (separator > 0) this.separator = separator;
    this.place = (this.separator * POSITIONS + this.position) * 256;
    this.node = 1;
  }

  private at(): number {
    return this.place + this.node;
  }
}

/** FNV-1a, folded. */
const checkOf = (bytes: Uint8Array): number => {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash ^ (hash >>> 12) ^ (hash >>> 24)) & (2 ** CHECK_BITS - 1);
};

/** The range that is left, as two numbers of 32 bits. */
class Range {
  low = 0;
  high = 0xffffffff;

  /** The largest number that means 1. */
  middle(probability: number): number {
    return this.low + Math.floor((this.high - this.low) * probability);
  }

  narrow(bit: number, middle: number): void {
    if (bit === 1) this.high = middle;
    else this.low = middle + 1;
  }

  /** Whether the first byte is decided; then the range goes on behind it. */
  shift(): boolean {
    if (((this.low ^ this.high) & 0xff000000) !== 0) return false;
    this.low = (this.low << 8) >>> 0;
    this.high = ((this.high << 8) | 0xff) >>> 0;
    return true;
  }
}

const bitsOf = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (value >>> (count - 1 - index)) & 1);

/** The text as bytes. Throws RangeError if its UTF-8 has 64 KiB or more. */
export function encoded(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length >= 2 ** LENGTH_BITS) throw new RangeError('too long');
  const out: number[] = [];
  const range = new Range();
  const put = (bit: number, probability: number): void => {
    range.narrow(bit, range.middle(probability));
    for (let first = range.high >>> 24; range.shift(); first = range.high >>> 24) out.push(first);
  };
  for (const bit of bitsOf(bytes.length, LENGTH_BITS)) put(bit, 1 / 2);
  const model = new Model();
  for (const byte of bytes)
    for (const bit of bitsOf(byte, 8)) {
      put(bit, model.probability());
      model.learn(bit);
    }
  for (const bit of bitsOf(checkOf(bytes), CHECK_BITS)) put(bit, 1 / 2);
  // The first bytes of low and high differ: this one, with zeros behind it, is between them.
  out.push((range.low >>> 24) + 1);
  return Uint8Array.from(out);
}

/** The text of what {@link encoded} returned. Throws Error on other bytes. */
export function decoded(bytes: Uint8Array): string {
  const range = new Range();
  let next = 0;
  const byte = (): number => bytes[next++] ?? 0;
  let code = 0;
  for (let count = 0; count < 4; count++) code = ((code << 8) | byte()) >>> 0;
  const get = (probability: number): number => {
    const middle = range.middle(probability);
    const bit = code <= middle ? 1 : 0;
    range.narrow(bit, middle);
    while (range.shift()) code = ((code << 8) | byte()) >>> 0;
    return bit;
  };
  const number = (count: number, probability: () => number, learn?: (bit: number) => void): number => {
    let value = 0;
    for (let index = 0; index < count; index++) {
      const bit = get(probability());
      learn?.(bit);
      value = value * 2 + bit;
    }
    return value;
  };
  const even = () => 1 / 2;
  const out = new Uint8Array(number(LENGTH_BITS, even));
  const model = new Model();
  for (let at = 0; at < out.length; at++)
    out[at] = number(
      8,
      () => model.probability(),
      (bit) => model.learn(bit),
    );
  if (number(CHECK_BITS, even) !== checkOf(out)) throw new Error('damaged');
  return new TextDecoder().decode(out);
}
