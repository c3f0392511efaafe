/**
 * Bytes of a file as text: UTF-8, or UTF-16 as PowerShell writes it with `>`. Line ends become `\n`; carriage
 * returns within lines stay, with which tools overwrite their progress.
 */

export interface Decoded {
  readonly text: string;
  /** Whether invalid UTF-8 was replaced: names may be damaged, numbers are not. */
  readonly isReplaced: boolean;
}

export function decode(bytes: Uint8Array): Decoded {
  const label = encodingOf(bytes);
  // The decoder removes a byte order mark.
  const raw = new TextDecoder(label).decode(bytes);
  return { text: plainLines(raw), isReplaced: raw.includes('\uFFFD') };
}

/** The text without a byte order mark and with plain line ends. */
export function plainLines(raw: string): string {
  const text = raw.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  // Files of old editors have carriage returns alone.
  return text.includes('\n') ? text : text.replaceAll('\r', '\n');
}

const LOOKED_AT = 1000;

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // Without a mark: in UTF-16 every second byte of Latin text is zero.
  const head = bytes.subarray(0, LOOKED_AT);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const half = head.length / 2;
  const [even = 0, odd = 0] = zeros;
  if (half > 4 && odd > 0.6 * half && even === 0) return 'utf-16le';
  if (half > 4 && even > 0.6 * half && odd === 0) return 'utf-16be';
  return 'utf-8';
}
