/** Masks secrets in what a user pastes, before anything else sees it. */

const MASK = '•••';

/** Keys in configuration and code, with what separates them from a value on the same line. */
const KEY = String.raw`(?:^|[\s"'._{,;&?(])(?:[\w.-]{0,64}(?:password|passwd|passphrase|_pass|(?<!auth)-pass|secret|token|(?:api|access)[-_]?key)|requirepass|masterauth|masteruser)["']?(?:[ \t]*[:=(][ \t]*|[ \t]+)`;

/** Each has the text before the secret as its first group. */
const SECRETS: readonly RegExp[] = [
  // Quoted values: up to the closing quote, with its spaces and commas.
  new RegExp(String.raw`(${KEY}")[^"\n]+`, 'gim'),
  new RegExp(String.raw`(${KEY}')[^'\n]+`, 'gim'),
  // A key at the beginning of a YAML line: a comma may be a part of the value, but not its end.
  /(^[ \t]*[\w.-]{0,64}(?:password|passwd|passphrase|secret|token):[ \t]+)(?!["'])[^\s"']*[^\s"',;)&]/gim,
  new RegExp(String.raw`(${KEY})[^\s"',;)&]+`, 'gim'),
  // user:password@ in addresses, up to the last @ of each; and an only part before @.
  /(\b[a-z][\w+.-]{0,30}:\/\/[^\s:@/]{0,200}:)(?:(?!:\/\/)[^\s"'])+(?=@)/gim,
  /(\brediss?:\/\/)[^\s:@/"']+(?=@)/gim,
  // AUTH password, AUTH user password.
  /(\bAUTH[ \t]+["']?)(?!•••)\S+(?:[ \t]+\S+)?/gm,
  // Rules of a user, from the first password on.
  /(^[ \t]*(?:user|ACL SETUSER)[ \t][^\n>#]*[ \t][>#])(?!•••)[^\n]+/gim,
  // Sentinel names the master before the password.
  /(\bsentinel[ \t]+auth-pass[ \t]+\S+[ \t]+)\S+/gim,
  // Arguments of calls that log in.
  /(\b(?:auth|withAuthentication|\w{0,40}Credentials)\([ \t]*)(?!•••)[^)\n]+/gm,
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
