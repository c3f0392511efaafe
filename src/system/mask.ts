/** Masks secrets in pasted text before any other code reads it. Line numbers do not change. */
import { plainText } from './plain-text.ts';

const MASK = '•••';

/** Last part of a key that has a secret. */
const SECRET = String.raw`(?:password|passwd|passphrase|pwd|_pass|(?<!auth)-pass|secret|token|(?:api|access|secret|private|account)[-_]?key|credentials?|requirepass|(?:master|primary|redis_)(?:auth|user))`;

/** Keys in configuration and code, with what separates them from a value on the same line. */
const KEY = String.raw`(?:^|[\s"'._{,;&?(<:\[])(?:[\w.-]{0,64}${SECRET})["'\]]{0,2}(?:[ \t]*(?:=>|[:=(])[ \t]*|[ \t]+(?![ \t]*[:=]))`;

/** Such a key at the beginning of a line of YAML or properties, also that of a list's item. */
const LINE_KEY = String.raw`[ \t]*(?:-[ \t]+)?["']?(?:[\w.-]{0,64}${SECRET}|auth)["']?`;

/** What is inside double quotes and inside single ones. */
const DOUBLE = String.raw`(?:[^"\\\n]|\\.)+`;
const SINGLE = String.raw`(?:[^'\\\n]|\\.|'')+`;

/** An argument as redis-cli lists it, with its number, or as MONITOR does. */
const NEXT = String.raw`\s{1,40}(?:\d{1,4}\)\s{1,4})?`;

/** What gives a value to a key in code: the name of its type may stand between. */
const ASSIGNED = String.raw`["'\]]{0,2}[ \t]*(?:=>|:=|[:=]|:[ \t]*[\w<>?|. ]{1,40}=)[ \t]*`;

/** The beginning of an assignment in code. */
const CODE_KEY = String.raw`\b[\w.-]{0,64}${SECRET}${ASSIGNED}`;

/** Secrets inside the expression of a value. */
const FALLBACKS: readonly RegExp[] = [
  // With a fallback: process.env.PW || 'secret', getenv("PW") or "secret".
  new RegExp(
    String.raw`(${CODE_KEY}[^\n,;{}]{1,120}?(?:\|\||\?\?|\?:|\bor\b)[ \t]*["'${'`'}])[^"'${'`'}\n]+`,
    'gim',
  ),
  // The second argument of what reads a variable: getenv("PW", "secret").
  new RegExp(
    String.raw`(${CODE_KEY}[\w$.]{1,60}\([ \t]*["'][^"'\n]{0,100}["'][ \t]*,[ \t]*["'])[^"'\n]+`,
    'gim',
  ),
  // The only argument of a call that reads nothing: RedisPassword.of("secret").
  new RegExp(
    String.raw`(\b[\w.-]{0,64}${SECRET}(?:${ASSIGNED}|\([ \t]*)(?![\w$.:]{0,60}(?:env|get|prop|lookup|fetch|resolve))[\w$.:]{1,60}\([ \t]*["'])[^"'\n]+`,
    'gim',
  ),
  // With a type: val password: String = "secret".
  new RegExp(String.raw`(\b\w{0,64}${SECRET}[ \t]*:[ \t]*[\w<>?|. ]{1,40}=[ \t]*["'])[^"'\n]+`, 'gim'),
  // Properties may continue on the next line.
  new RegExp(String.raw`(^${LINE_KEY}[ \t]*[:=][ \t]*)(?:[^\n]*\\\r?\n)+[^\n]*`, 'gim'),
  // CONFIG GET without quotes: the value is on the next line.
  /(^(?:requirepass|masterauth|primaryauth|tls-(?:client-)?key-file-pass)[ \t]*\r?\n)(?![ \t]*\r?$)[^\n]+/gm,
];

/** Each has the text before the secret as its first group. */
const SECRETS: readonly RegExp[] = [
  ...FALLBACKS,
  // XML beans have the key in one attribute, and the value in the next.
  new RegExp(String.raw`(${SECRET}["'][ \t]+value[ \t]*=[ \t]*["'])[^"'\n]+`, 'gim'),
  // In words: before a rule takes the verb for the value.
  /(\bpassword[ \t]+(?:is|was)[ \t]+["']?)(?!•••)(?!(?:not|set|empty|wrong|required|missing|correct|the|a)\b)[^\s"']+/gim,
  // Quoted values: up to the closing quote, with its spaces and commas.
  new RegExp(String.raw`(${KEY}")${DOUBLE}`, 'gim'),
  new RegExp(String.raw`(${KEY}')${SINGLE}`, 'gim'),
  new RegExp(String.raw`(${KEY}${'`'})[^${'`'}\n]+`, 'gim'),
  // `auth` is a key in YAML and JSON only: elsewhere it is a command.
  new RegExp(String.raw`((?:^|[\s{,"'])auth["']?[ \t]*[:=][ \t]*")${DOUBLE}`, 'gim'),
  new RegExp(String.raw`((?:^|[\s{,"'])auth["']?[ \t]*[:=][ \t]*')${SINGLE}`, 'gim'),
  /((?:^|[\s{,"'])auth["']?[ \t]*[:=][ \t]*)(?!["'])[^\s"',;)&}]+/gim,
  // Block texts of YAML, and values on the line after the key.
  new RegExp(
    String.raw`(^([ \t]*)(?:-[ \t]+)?["']?(?:[\w.-]{0,64}${SECRET}|auth)["']?:[ \t]*[|>][^\n]{0,8}\r?\n\2[ \t]+)(?![ \t]*•••)[^\n]+(?:\n\2[ \t]+[^\n]+)*`,
    'gim',
  ),
  new RegExp(
    String.raw`(^([ \t]*)(?:-[ \t]+)?["']?(?:[\w.-]{0,64}${SECRET}|auth)["']?:[ \t]*\r?\n\2[ \t]+)(?!-[ \t])[^\s:#][^\n:]*$`,
    'gim',
  ),
  // A key at the beginning of a line: spaces and commas may be parts of the value, but not its end.
  new RegExp(
    String.raw`(^${LINE_KEY}[ \t]*[:=][ \t]*)(?!["'${'`'}]|[|>][-+\d]{0,2}[ \t]*\r?$)[^\s"',;(){}][^\n]{0,400}?(?=[ \t]*(?:\s#|,[ \t]*["']?[\w.-]{1,64}["']?[ \t]*[:=]|[,;)}]*[ \t]*\r?$))`,
    'gim',
  ),
  new RegExp(String.raw`(${KEY})(?!["'${'`'}]|[|>][-+\d]{0,2}[ \t]*\r?$)[^\s"',;)&{}<]+`, 'gim'),
  // Environment variables of containers: the name, then the value.
  new RegExp(
    String.raw`(\bname["']?[ \t]*:[ \t]*["']?[\w.-]{0,64}${SECRET}["']?,?\s{0,80}["']?value["']?[ \t]*:[ \t]*["']?)[^\s"'][^\n"']*`,
    'gim',
  ),
  // `pass` is a word as well: only with a sign between it and its value.
  /((?:^|[\s{,"'(.])pass["']?[ \t]*(?:=>|[:=])[ \t]*["'`]?)(?!•••)[^\s"'`,;)}]+/gim,
  // Variables such as REDISCLI_AUTH, passwords in Chinese words, and headers of HTTP.
  /(\b[A-Z][A-Z0-9_]{0,60}_AUTH["']?[ \t]*[:=][ \t]*["']?)(?!•••)(?!(?:true|false|yes|no)\b)[^\s"',;)}]+/gm,
  /((?:密码|口令)[ \t]*(?:[:：=]|是|为)[ \t]*["'“]?)(?!•••)[^\s"'”，。,;；]+/gm,
  /(\bAuthorization["']?[ \t]*[:=][ \t]*["']?(?:Bearer|Basic)[ \t]+)(?!•••)[^\s"']+/gim,
  /(\bcurl\b[^\n]{0,400}?[ \t](?:-u|--user)[ =]+[^\s:]{1,100}:)(?!•••)\S+/gm,
  // Arguments in a list: of a container's command, and of calls that send a command.
  /(["']--?(?:requirepass|masterauth|primaryauth|pass|a)["'][ \t]*,\s{0,80}["'])(?!•••)[^"'\n]+/gim,
  /(-[ \t]+["']?--?(?:requirepass|masterauth|primaryauth|pass|a)["']?[ \t]*\r?\n[ \t]*-[ \t]+["']?)(?!•••)[^\s"']+/gm,
  /(["']AUTH["'][ \t]*,[ \t]*["'])(?!•••)[^"'\n]+(?:["'][ \t]*,[ \t]*["'][^"'\n]+)?/gm,
  // Elements of XML.
  new RegExp(String.raw`(<(?:[\w.:-]{0,64}${SECRET})>)[^<\n]+`, 'gim'),
  // user:password@ in addresses, up to the last @ of each; and an only part before @.
  /(\b[a-z][\w+.-]{0,30}:\/\/[^\s:@/]{0,200}:)(?:(?!:\/\/)[^\s"'])+(?=@)/gim,
  /(\b(?:rediss?|valkeys?|redis-sentinel|redis\+\w{1,20}):\/\/)[^\s:@/"']+(?=@)/gim,
  // AUTH password, AUTH user password; also of HELLO and MIGRATE.
  /(\bAUTH2?[ \t]+["']?)(?!•••)[^\s"']\S*(?:[ \t]+\S+)?/gm,
  /(^[ \t]*(?:[\w.:-]{1,80}>[ \t]+)?auth[ \t]+["']?)(?!•••)[^\s"':=]\S*(?:[ \t]+\S+)?/gim,
  new RegExp(String.raw`("AUTH2?"${NEXT})"${DOUBLE}"`, 'gim'),
  new RegExp(String.raw`("AUTH2?"${NEXT}•••${NEXT})"${DOUBLE}"`, 'gim'),
  // CONFIG SET in the slow log.
  new RegExp(
    String.raw`("(?:[\w.-]{0,64}-pass|requirepass|(?:master|primary)(?:auth|user))"${NEXT})(?!"•••)"${DOUBLE}"`,
    'gim',
  ),
  // Rules of a user, from the first password on; in the slow log each is a text of its own.
  /(^[ \t]*(?:[\w.:-]{1,80}>[ \t]+)?(?:user|ACL[ \t]+SETUSER)[ \t][^\n>#<!]*[ \t][>#<!])(?!•••)[^\n]+/gim,
  /("[>#<!])(?!•••)[^"\s]+(?=")/gm,
  // Sentinel names the master before the password.
  /(\bsentinel[ \t]+(?:set[ \t]+\S+[ \t]+)?auth-pass[ \t]+(?:\S+[ \t]+)?)(?!•••)\S+[ \t]*$/gim,
  // Arguments of calls that log in, and of command lines.
  /(\b(?:[Aa]uth|withAuthentication|\w{0,40}Credentials?(?:Provider)?(?:\.just)?)\([ \t]*)(?!•••|\(|new\b|\w+Credentials?\b)[^)\n]+/gm,
  /(\b(?:redis|valkey)-(?:cli|benchmark)\b[^\n]{0,400}?[ \t](?:-a|--pass)[ =]+)(?!•••)\S+/gm,
  /(\bmemtier_benchmark\b[^\n]{0,400}?[ \t](?:-a|--authenticate)[ =]+)(?!•••)\S+/gm,
  // The fifth argument of Jedis' pools and the fourth of redis-py's client.
  /(\bJedis\w{0,40}\([^"\n]{0,200}(?:"[^"\n]{0,200}"[^"\n]{0,100})?,[ \t]*[\w.]+[ \t]*,[ \t]*[\w.]+[ \t]*,[ \t]*")(?!•••)[^"\n]+/gm,
  /(\bRedis\([ \t]*["'][^"'\n]{0,200}["'][ \t]*,[ \t]*\d+[ \t]*,[ \t]*\d+[ \t]*,[ \t]*["'])(?!•••)[^"'\n]+/gm,
];

/** Every value of a Secret of Kubernetes, whatever its name. */
const SECRET_OBJECT = /^kind:[ \t]*["']?Secret["']?[ \t]*$/m;
const SECRET_DATA = /(^[ \t]+["']?[\w.-]{1,253}["']?:[ \t]*["']?)(?!•••)[^\s"'|>][^\n"']*/gm;

export interface Masked {
  readonly text: string;
  /** Number of secrets. */
  readonly count: number;
}

/** The plain text with its secrets masked. */
export function mask(given: string): Masked {
  const text = plainText(given);
  let count = 0;
  const hide = (current: string, pattern: RegExp): string =>
    current.replace(pattern, (whole: string, before: string) => {
      if (whole.slice(before.length) === MASK) return whole;
      count++;
      const lines = whole.slice(before.length).split('\n').length - 1;
      // Block texts keep their number of lines.
      return before + MASK + '\n'.repeat(lines);
    });
  const masked = SECRETS.reduce(hide, hideSecretObjects(text, hide));
  return { text: masked, count };
}

/** The text with the data of its Secrets masked; other objects of the file stay. */
function hideSecretObjects(text: string, hide: (text: string, pattern: RegExp) => string): string {
  if (!SECRET_OBJECT.test(text)) return text;
  return text
    .split(/(^---[^\n]*\n)/m)
    .map((part) => {
      const start = SECRET_OBJECT.test(part) ? part.search(/^(?:stringData|data):/m) : -1;
      if (start < 0) return part;
      const [, block = ''] =
        /^((?:stringData|data):[^\n]*(?:\n[ \t]+[^\n]*|\n(?=\n| ))*)/.exec(part.slice(start)) ?? [];
      return part.slice(0, start) + hide(block, SECRET_DATA) + part.slice(start + block.length);
    })
    .join('');
}

/** Number of secrets that are masked in a text. */
export const maskedCount = (text: string): number => text.split(MASK).length - 1;
