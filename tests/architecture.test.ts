import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at, engineWasm, root } from '../.ci/paths.mjs';
import type { Table } from './support/architecture.ts';
import { badEdges, cycles, layerOf, lineCounts, readSource, readSources } from './support/architecture.ts';
import type { Catalogue } from './support/catalogue.ts';
import { argumentsOf, differences, flatten } from './support/catalogue.ts';

/**
 * Who may import whom; src/README.md says why. Left knows nothing of right:
 * lib <- scenario <- engine <- workers <- playback <- stores <- actions <- views <- main.tsx
 */
const layers: Table = {
  lib: { code: [] },
  scenario: { code: ['lib'] },
  // Constants that Rust exports: names and numbers, no engine.
  'engine/generated': { code: [] },
  engine: { code: ['lib', 'scenario', 'engine/generated'] },
  imports: { code: ['lib', 'scenario'] },
  evidence: { code: ['lib', 'scenario', 'engine', 'engine/generated'], types: ['imports'] },
  calibration: {
    code: ['lib', 'scenario', 'engine', 'evidence', 'bridge/workload', 'bridge/recording'],
    types: ['bridge/protocol.ts', 'bridge/client.ts'],
  },
  explain: { code: ['lib', 'scenario'] },
  sweep: { code: ['lib', 'scenario', 'explain'] },
  lessons: { code: ['lib', 'scenario', 'evidence'] },
  glossary: { code: [] },
  workers: { code: ['lib', 'scenario', 'engine', 'engine/generated'] },
  playback: { code: ['lib', 'scenario', 'engine/generated'], types: ['workers'] },
  analysis: { code: ['lib', 'scenario', 'engine/generated', 'playback'], types: ['workers'] },
  stores: {
    code: ['lib', 'scenario', 'bridge/workload'],
    types: [
      ...['explain', 'sweep', 'evidence', 'imports', 'lessons', 'workers', 'playback', 'analysis'],
      'calibration',
      ...['bridge/protocol.ts', 'stores/learn-progress.ts'],
    ],
  },
  'stores/learn-progress.ts': { code: ['stores', 'lessons'] },
  scene: { code: ['lib', 'scenario', 'engine/generated', 'analysis'], types: ['playback'] },
  charts: { code: ['lib', 'scenario', 'engine/generated'] },
  i18n: { code: ['lib', 'scenario'], types: ['bridge/protocol.ts'] },
  'bridge/workload': { code: ['lib', 'scenario'] },
  'bridge/protocol.ts': { code: [], types: ['scenario', 'bridge/workload'] },
  'bridge/recording': { code: ['lib', 'scenario', 'bridge/workload'], types: ['bridge/protocol.ts'] },
  'bridge/client.ts': { code: ['lib', 'bridge/protocol.ts'] },
  'bridge/server': {
    code: ['lib', 'scenario', 'engine', 'engine/generated', 'bridge/workload', 'bridge/protocol.ts'],
  },
  embed: { code: [], types: ['scenario'] },
  cli: {
    code: [
      ...[
        'lib',
        'scenario',
        'engine',
        'engine/generated',
        'imports',
        'evidence',
        'sweep',
        'i18n',
        'calibration',
      ],
      ...['bridge/server', 'bridge/client.ts', 'bridge/workload'],
    ],
  },
  actions: {
    code: [
      ...[
        'lib',
        'scenario',
        'explain',
        'sweep',
        'imports',
        'evidence',
        'calibration',
        'engine',
        'engine/generated',
        'workers',
        'playback',
        'analysis',
        'stores',
        'stores/learn-progress.ts',
        'lessons',
        'i18n',
      ],
      ...['bridge/protocol.ts', 'bridge/client.ts', 'charts/export.ts'],
      ...['bridge/workload', 'bridge/recording', 'embed'],
    ],
  },
  'charts/export.ts': { code: ['lib', 'scenario', 'charts'] },
  views: {
    code: [
      'lib',
      'scenario',
      'explain',
      'imports',
      'sweep',
      'engine/generated',
      'analysis',
      'stores',
      'stores/learn-progress.ts',
      'lessons',
      'glossary',
      'actions',
      'scene',
      'charts',
      'charts/export.ts',
      'i18n',
      'bridge/workload',
    ],
    types: ['playback', 'evidence', 'calibration', 'bridge/protocol.ts'],
  },
  offline: { code: [] },
  debug: { code: ['*'] },
  'main.tsx': { code: ['*'] },
};

/** Things that make a run depend on when or where it happens, and who may use them all the same. */
const restricted: Record<string, string[]> = {
  'Math.random': [],
  'Date.now': ['playback/clock.ts', 'bridge/server', 'cli', 'debug', 'workers'],
  'new Date()': ['playback/clock.ts', 'bridge/server', 'cli', 'debug', 'workers'],
  'performance.now': ['playback/clock.ts', 'bridge/server', 'cli', 'debug', 'workers'],
  WebAssembly: ['engine'],
};

const sources = readSources(at('src'));
const imports = sources.flatMap((source) => source.imports);
const allowed = (file: string, places: string[]) =>
  places.some((place) => file === place || file.startsWith(`${place}/`));

describe('the layers', () => {
  it('import in one direction', () => {
    expect(badEdges(imports, layers)).toEqual([]);
  });

  it('have something to say in every file', () => {
    // An empty worker answers nobody, and nothing else notices.
    const isEmpty = (file: string) => readFileSync(at('src', file), 'utf8').trim() === '';
    expect(sources.map(({ file }) => file).filter(isEmpty)).toEqual([]);
  });

  it('cover every file', () => {
    expect(sources.map(({ file }) => file).filter((file) => !layerOf(file, layers))).toEqual([]);
  });

  it('have no cycles, file by file', () => {
    expect(cycles(imports)).toEqual([]);
  });

  it.each(Object.entries(restricted))('keep %s to the places that may use it', (name, places) => {
    const offenders = sources.filter(({ file, uses }) => uses.has(name) && !allowed(file, places));
    expect(offenders.map(({ file }) => `${file} uses ${name}`)).toEqual([]);
  });
});

describe('the files', () => {
  it('hold one idea each', () => {
    const script = lineCounts(root, ['src', 'tests', '.ci'], /\.(tsx?|mjs)$/).filter(
      ([, lines]) => lines > 400,
    );
    const rust = ['wasm/src', 'wasm/tests', 'wasm/benches'].filter((folder) => existsSync(at(folder)));
    const long = lineCounts(root, rust, /\.rs$/).filter(([, lines]) => lines > 500);
    expect([...script, ...long].map(([file, lines]) => `${file} has ${lines} lines`)).toEqual([]);
  });

  it('stay within the fixed top level', () => {
    const fixed =
      'package.json package-lock.json vite.config.ts src public tests wasm README.md LICENSE'.split(' ');
    const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
    const top = new Set(tracked.map((file) => file.split('/', 1)[0] ?? ''));
    expect([...top].filter((name) => !fixed.includes(name) && !name.startsWith('.'))).toEqual([]);
  });
});

describe('the engine', () => {
  it('imports nothing from its host', async () => {
    const module = await WebAssembly.compile(readFileSync(engineWasm));
    expect(WebAssembly.Module.imports(module)).toEqual([]);
  });
});

describe('the catalogues', () => {
  const read = (language: string, file: string): Map<string, string> =>
    flatten(JSON.parse(readFileSync(at('src/i18n', language, file), 'utf8')) as Catalogue);
  const files = (language: string) =>
    readdirSync(at('src/i18n', language)).filter((f) => f.endsWith('.json'));
  it('exist in both languages', () => {
    expect(files('zh-CN')).toEqual(files('en'));
  });

  it.each(files('zh-CN'))('say the same things in %s', (file) => {
    const en = read('en', file);
    const zh = read('zh-CN', file);
    if (file === 'help.json') {
      // The English help of fields and choices is the engine's own; Chinese has a sentence for all that have a name.
      const names = [...read('en', 'fields.json').keys()];
      // What is defined once has one sentence, and names of its own where it is at several places.
      const defined = (key: string) =>
        key.replace(/^fields\.workload\.\w+\.(\w+).*/, 'fields.FurtherCommand.$1');
      for (const key of names.map(defined))
        if (/^(fields|choices)\./.test(key)) en.set(key, zh.get(key) ?? '');
    }
    expect(differences(en, zh, ['en', 'zh-CN'])).toEqual([]);
  });
});

describe('these checks can fail', () => {
  it('on an import that points the wrong way', () => {
    const bad = readSource('lib/units.ts', "import { run } from '../actions/run.ts';");
    expect(badEdges(bad.imports, layers)).toEqual([
      'lib/units.ts imports actions/run.ts: lib may import nothing of ours',
    ]);
  });

  it('on code where only a type is allowed', () => {
    const edge = (text: string) => badEdges(readSource('stores/run.ts', text).imports, layers);
    expect(edge("import type { Chunk } from '../workers/protocol.ts';")).toEqual([]);
    expect(edge("import { type Chunk } from '../workers/protocol.ts';")).toEqual([]);
    expect(edge("type C = import('../workers/protocol.ts').Chunk;")).toEqual([]);
    expect(edge("import { spawn } from '../workers/client.ts';")).toHaveLength(1);
    expect(edge("export * from '../workers/client.ts';")).toHaveLength(1);
    expect(edge("const later = import('../workers/client.ts');")).toHaveLength(1);
    expect(edge("new Worker(new URL('../workers/engine.worker.ts', import.meta.url));")).toHaveLength(1);
    expect(edge("const all = import.meta.glob('../workers/*.ts');")).toHaveLength(1);
  });

  it('on a folder nobody has thought about', () => {
    const stray = readSource('helpers/all.ts', "import { a } from '../lib/a.ts';");
    expect(badEdges(stray.imports, layers)[0]).toContain('belongs to no layer');
  });

  it('on a cycle', () => {
    const a = readSource('lib/a.ts', "import { b } from './b.ts';");
    const b = readSource('lib/b.ts', "import { c } from './c.ts';");
    const c = readSource('lib/c.ts', "import { a } from './a.ts'; import type { B } from './b.ts';");
    expect(cycles([a, b, c].flatMap((source) => source.imports))).toEqual([
      'lib/a.ts -> lib/b.ts -> lib/c.ts -> lib/a.ts',
    ]);
  });

  it('on clocks and chance, however they are spelt', () => {
    const { uses } = readSource(
      'scene/x.ts',
      'const t = globalThis.performance.now(); const r = Math.random; const d = new Date(); // Date.now()',
    );
    expect([...uses].filter((name) => name in restricted).sort()).toEqual([
      'Math.random',
      'new Date()',
      'performance.now',
    ]);
  });

  it('on catalogues that differ', () => {
    expect(argumentsOf('{n, plural, one {# run of <b>{name}</b>} other {# runs}}')).toEqual([
      '<b>',
      '{name}',
      '{n}',
    ]);
    const en = flatten({ a: { b: '{n} runs', c: 'yes' }, d: 'x' });
    const zh = flatten({ a: { b: '{m} 次', c: '' }, e: 'x' });
    expect(differences(en, zh, ['en', 'zh-CN'])).toEqual([
      'd is missing in zh-CN',
      'e is missing in en',
      'a.b takes {n} in en, {m} in zh-CN',
      'a.c is empty',
    ]);
  });
});
