/** Masks secrets in what a user pastes, before anything else sees it. */

const MASK = '•••';

/** Each has the text before the secret as its first group. */
const SECRETS: readonly RegExp[] = [
  // Keys in configuration and code: password, token, secret, requirepass, masterauth, AUTH.
  /((?:^|[\s"'._{,;&?(])(?:[\w.-]*(?:password|passwd|passphrase|secret|token|api[-_]?key)|requirepass|masterauth|masteruser)["']?\s*(?:[:=(]\s*|\s+)["']?)[^\s"',;)&]+/gim,
  // user:password@ in addresses.
  /(\b[a-z][\w+.-]*:\/\/[^\s:@/]*:)[^\s@/]+(?=@)/gim,
  /(\b(?:AUTH|HELLO \d AUTH)\s+["']?)\S+/gm,
];

export interface Masked {
  readonly text: string;
  /** Number of secrets. */
  readonly count: number;
}

export function mask(text: string): Masked {
  let count = 0;
  const masked = SECRETS.reduce(
    (current, pattern) =>
      current.replace(pattern, (whole: string, before: string) => {
        if (whole.slice(before.length) === MASK) return whole;
        count++;
        return before + MASK;
      }),
    text,
  );
  return { text: masked, count };
}

/** Number of secrets that are masked in a text. */
export const maskedCount = (text: string): number => text.split(MASK).length - 1;
