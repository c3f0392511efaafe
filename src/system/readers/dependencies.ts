/** Files that name libraries with their versions: Maven, Gradle, go.mod, requirements, csproj, version catalogues. */
import type { FoundVersion, PieceReader, VersionRange } from './reader-result.ts';

/** Names of artifacts, modules and packages. The first that fits counts. */
const PACKAGES: readonly (readonly [library: string, name: RegExp])[] = [
  [
    'spring',
    /^(?:org\.springframework\.boot:)?spring-boot(?:-starter-(?:parent|data-redis(?:-reactive)?)|-dependencies)?$/,
  ],
  ['spring', /^org\.springframework\.boot$/],
  ['jedis', /^(?:redis\.clients:)?jedis$/],
  ['lettuce', /^(?:io\.lettuce:)?lettuce-core$/],
  ['redisson', /^(?:org\.redisson:)?redisson(?:-spring-boot-starter)?$/],
  ['goRedis', /^github\.com\/(?:redis\/go-redis|go-redis\/redis)(?:\/v\d+)?$/],
  ['redigo', /^github\.com\/gomodule\/redigo$/],
  ['rueidis', /^github\.com\/(?:redis\/rueidis|valkey-io\/valkey-go)$/],
  ['ioredis', /^ioredis$/],
  ['nodeRedis', /^(?:redis|@redis\/client)$/],
  ['redisPy', /^redis$/],
  ['stackExchange', /^StackExchange\.Redis$/i],
  ['valkeyGlide', /^(?:valkey-glide(?:-sync)?|@valkey\/valkey-glide|(?:io\.valkey:)?valkey-glide)$/],
];

/** Names that are another library in another language. */
const ONLY_IN: Readonly<Record<string, string>> = { nodeRedis: 'npm', ioredis: 'npm', redisPy: 'python' };

type Language = 'npm' | 'python' | 'jvm' | 'go' | 'dotnet';

export function libraryOfPackage(name: string, language: Language): string | undefined {
  return PACKAGES.find(
    ([library, pattern]) =>
      pattern.test(name) && (ONLY_IN[library] === undefined || ONLY_IN[library] === language),
  )?.[0];
}

/** A version as a dependency writes it: `^5.3.0` and `~> 5` are ranges, `5.2.1` and `==5.2.1` are exact. */
export function rangeOf(text: string): VersionRange {
  const version = /\d+(?:\.\d+)*/.exec(text)?.[0];
  if (version === undefined) return {};
  const next = (parts: number) => {
    const numbers = version.split('.').map(Number);
    const kept = numbers.slice(0, parts);
    kept[parts - 1] = (kept[parts - 1] ?? 0) + 1;
    return kept.join('.');
  };
  const first = text.trim();
  const upper = /<\s*(\d[\d.]*)/.exec(text)?.[1];
  if (/^(?:\^)/.test(first)) return { from: version, below: next(1) };
  if (/^~[>=]?/.test(first))
    return { from: version, below: next(Math.max(1, Math.min(2, version.split('.').length - 1))) };
  if (/^>=?|\[/.test(first)) return { from: version, below: upper };
  if (/^</.test(first)) return { below: version };
  // A major number alone stands for all of its versions.
  if (!version.includes('.') || /\.(?:x|\*|\+)/.test(text))
    return { from: version, below: next(version.split('.').length) };
  return { exact: version };
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Maven: `<artifactId>` with a version beside it, which may be a property of the file. */
function inMaven(text: string): FoundVersion[] {
  const properties = new Map(
    [...text.matchAll(/<([\w.-]+)>([^<\s]+)<\/\1>/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
  const blocks = /<(parent|dependency|plugin)>([\s\S]{0,1500}?)<\/\1>/g;
  return [...text.matchAll(blocks)].flatMap((block): FoundVersion[] => {
    const inside = block[2] ?? '';
    const artifact = /<artifactId>([^<]+)<\/artifactId>/.exec(inside);
    const library = artifact?.[1] && libraryOfPackage(artifact[1].trim(), 'jvm');
    if (!library || !artifact) return [];
    const written = /<version>([^<]+)<\/version>/.exec(inside)?.[1]?.trim() ?? '';
    const name = /^\$\{(.+)\}$/.exec(written)?.[1];
    const version = name === undefined ? written : (properties.get(name) ?? '');
    const line = lineAt(text, block.index + block[0].indexOf(artifact[0]));
    return [{ library, version: rangeOf(version), line, key: artifact[1]?.trim() ?? '' }];
  });
}

/** Lines that name one package and its version. */
const LINES: readonly (readonly [language: Language, pattern: RegExp])[] = [
  // Gradle: 'group:name:version', and plugins.
  [
    'jvm',
    /["']((?:redis\.clients|io\.lettuce|org\.redisson|org\.springframework\.boot|io\.valkey):[\w-]+)(?::([^"'@]+))?["']/,
  ],
  ['jvm', /\bid\s*\(?["'](org\.springframework\.boot)["']\)?\s*version\s*["']([^"']+)["']/],
  // Version catalogues of Gradle.
  ['jvm', /^\s*[\w-]+\s*=\s*\{[^}]*(?:module|id)\s*=\s*"([\w.:-]+)"[^}]*version\s*=\s*"([^"]+)"/],
  ['go', /^\s*(?:require\s+)?(github\.com\/(?:redis|go-redis|gomodule|valkey-io)\/[\w/-]+)\s+v(\d[\w.-]*)/],
  [
    'python',
    /^\s*["']?(redis|valkey-glide)(?:\[[\w,-]+\])?\s*((?:[=<>~!^]=?=?\s*[\d.*]+(?:\s*,\s*[<>=!~]+\s*[\d.*]+)*)|=\s*"[^"]+")["']?,?\s*(?:[;#].*)?$/,
  ],
  ['dotnet', /<PackageReference\s+[^>]*Include="(StackExchange\.Redis)"[^>]*Version="([^"]+)"/i],
  ['npm', /^\s*"(ioredis|redis|@redis\/client|@valkey\/valkey-glide)"\s*:\s*"([^"]+)"/],
];

function inLines(text: string): FoundVersion[] {
  return text.split(/\r?\n/).flatMap((line, index): FoundVersion[] => {
    for (const [language, pattern] of LINES) {
      const match = pattern.exec(line);
      const library = match?.[1] === undefined ? undefined : libraryOfPackage(match[1], language);
      if (!match?.[1] || !library) continue;
      const written = (match[2] ?? '').trim();
      // Poetry's `redis = "^5.0"` and pip's `redis==5.0.1`.
      const version = written.replace(/^=\s*"([^"]*)"$/, '$1').replace(/^==/, '');
      return [{ library, version: rangeOf(version), line: index + 1, key: match[1] }];
    }
    return [];
  });
}

/** Signs of a file of dependencies; a single line is enough. */
export const readDependencies: PieceReader = (text) => {
  const isMaven = /<(?:dependency|parent|project)[\s>]/.test(text);
  const versions = isMaven ? inMaven(text) : inLines(text);
  if (versions.length === 0) return undefined;
  // Code that configures a client may name a package as well.
  if (/\b(?:redis\.NewClient|redis\.Options|new\s+Jedis|createClient\()/.test(text)) return undefined;
  return { kind: 'dependencies', versions };
};
