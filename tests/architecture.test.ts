import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at, root } from '../.ci/paths.mjs';
import { LANGUAGES, REFERENCE } from '../src/lib/languages.ts';
import engineHelp from '../src/model/scenario/generated/help.json' with { type: 'json' };
import type { Table } from './support/architecture.ts';
import { badEdges, cycles, layerOf, lineCounts, readSource, readSources } from './support/architecture.ts';
import { argumentsOf, differences, flatten, textFiles, textsOf } from './support/catalogue.ts';
import { hasOwnModules } from './support/own-modules.ts';
import { wasmModule } from './support/wasm-module.ts';

/** The rooms in their order, parts of rooms that have an order of their own included; src/README.md describes them. */
const ORDER = [
  // The schema and the sources of defaults, which the engine has too.
  '../wasm/src/scenario',
  'lib',
  // Constants that Rust exports: names and numbers.
  'model/engine/generated',
  'model/scenario',
  'model/libraries',
  'model/engine',
  'model/explain',
  'model/workers',
  'model/playback',
  'model/analysis',
  'model/sweep',
  'bridge/drivers',
  'bridge/workload',
  'bridge/protocol.ts',
  'bridge/recording',
  'bridge/client.ts',
  'bridge/server',
  'i18n',
  'charts',
  'ui',
  'stage',
  'lab',
  'evidence',
  'experiments',
  'live',
  'system',
  'learn',
  'cli',
  'app',
  'main.tsx',
] as const;

/** What only some rooms may import, though it comes before others. */
const RESERVED: Readonly<Record<string, readonly string[]>> = {
  // It runs in Node.
  'bridge/server': ['cli'],
  cli: [],
};

/** A room may import what comes before it. */
const layers: Table = Object.fromEntries(
  ORDER.map((room, index) => [
    room,
    ORDER.slice(0, index).filter((other) => RESERVED[other]?.includes(room) ?? true),
  ]),
);

/** Rooms without React. */
const PURE = ['lib', 'model', 'bridge', 'charts', 'stage', 'cli'];

/** Things that make a run depend on when or where it happens, and who may use them all the same. */
const restricted: Record<string, string[]> = {
  'Math.random': [],
  'Date.now': ['model/playback/clock.ts', 'model/workers', 'bridge/server', 'cli', 'app/debug'],
  'new Date()': ['model/playback/clock.ts', 'model/workers', 'bridge/server', 'cli', 'app/debug'],
  'performance.now': ['model/playback/clock.ts', 'model/workers', 'bridge/server', 'cli', 'app/debug'],
  WebAssembly: ['model/engine'],
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

  it.each(PURE)('keep React out of %s', (room) => {
    const offenders = sources.filter(({ file, packages }) => allowed(file, [room]) && packages.has('react'));
    expect(offenders.map(({ file }) => file)).toEqual([]);
  });

  it('use the controls of ui, never the browser’s own', () => {
    const native = /<(?:select|progress|meter)\b|type="(?:range|checkbox|radio)"/;
    const offenders = sources.filter(
      ({ file }) =>
        file.endsWith('.tsx') &&
        !file.startsWith('ui/') &&
        native.test(readFileSync(at('src', file), 'utf8')),
    );
    expect(offenders.map(({ file }) => file)).toEqual([]);
  });

  it.each(Object.entries(restricted))('keep %s to the places that may use it', (name, places) => {
    const offenders = sources.filter(({ file, uses }) => uses.has(name) && !allowed(file, places));
    expect(offenders.map(({ file }) => `${file} uses ${name}`)).toEqual([]);
  });
});

/** Files of the repository; those that are not committed yet are among them once they are staged. */
const tracked = (): string[] =>
  execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

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
    const top = new Set(tracked().map((file) => file.split('/', 1)[0] ?? ''));
    expect([...top].filter((name) => !fixed.includes(name) && !name.startsWith('.'))).toEqual([]);
  });
});

describe('the tests', () => {
  it('have modules of their own where they replace some or need a document', () => {
    const testFiles = tracked().filter(
      (file) => /^tests\/.*\.test\.tsx?$/.test(file) && existsSync(at(file)),
    );
    const needsOwn = (file: string) =>
      /\bvi\.(mock|doMock|stubGlobal|stubEnv)\(|^\/\/ @vitest-environment/m.test(
        readFileSync(at(file), 'utf8'),
      );
    expect(testFiles.filter((file) => needsOwn(file) && !hasOwnModules(file))).toEqual([]);
  });
});

describe('the engine', () => {
  it('imports nothing from its host', () => {
    expect(WebAssembly.Module.imports(wasmModule)).toEqual([]);
  });
});

describe('the catalogues', () => {
  // Sources of costs are translated by the English text: English has no such file.
  const files = (language: string) => textFiles(language).filter((file) => !file.endsWith('-sources.json'));
  const others = LANGUAGES.filter((language) => language !== REFERENCE);
  it.each(others)('exist in %s', (language) => {
    expect(files(language)).toEqual(files(REFERENCE));
  });

  const all = others.flatMap((language) => files(REFERENCE).map((file) => ({ language, file })));
  it.each(all)('say the same things in $language: $file', ({ language, file }) => {
    const en = textsOf(REFERENCE, file);
    const own = textsOf(language, file);
    if (file === 'setting-help.json') {
      const labels = textsOf(REFERENCE, 'settings.json');
      // The English help and sources are the engine's own; other languages have them for all that has a name.
      for (const [part, texts, name] of [
        ['fields', engineHelp.fields, 'help'],
        ['choices', engineHelp.choices, 'help'],
        ['fields', engineHelp.sources, 'source'],
      ] as const)
        for (const [key, text] of Object.entries(texts))
          if (labels.has(`${part}.${key}.label`) || key.startsWith('FurtherCommand.'))
            en.set(`${part}.${key}.${name}`, text);
    }
    expect(differences(en, own, [REFERENCE, language])).toEqual([]);
  });
});

describe('these checks can fail', () => {
  it('on an import that points the wrong way', () => {
    const edge = (text: string) => badEdges(readSource('lib/units.ts', text).imports, layers);
    const message = 'lib/units.ts imports lab/run/run.ts: lib may import ../wasm/src/scenario';
    expect(edge("import { run } from '../lab/run/run.ts';")).toEqual([message]);
    expect(edge("import type { Run } from '../lab/run/run.ts';")).toEqual([message]);
    expect(edge("type R = import('../lab/run/run.ts').Run;")).toEqual([message]);
    expect(edge("export * from '../lab/run/run.ts';")).toEqual([message]);
    expect(edge("const later = import('../lab/run/run.ts');")).toEqual([message]);
    expect(edge("new Worker(new URL('../lab/run/run.ts', import.meta.url));")).toEqual([message]);
    expect(edge("const all = import.meta.glob('../lab/*.ts');")).toHaveLength(1);
  });

  it('on an import of a program of Node', () => {
    const page = readSource('live/live.ts', "import { serve } from '../bridge/server/bridge.ts';");
    expect(badEdges(page.imports, layers)).toHaveLength(1);
  });

  it('on a folder nobody has thought about', () => {
    const stray = readSource('helpers/all.ts', "import { a } from '../lib/a.ts';");
    expect(badEdges(stray.imports, layers)[0]).toContain('belongs to no layer');
  });

  it('on a cycle', () => {
    const a = readSource('lib/a.ts', "import { b } from './b.ts';");
    const b = readSource('lib/b.ts', "import { c } from './c.ts';");
    const c = readSource('lib/c.ts', "import type { A } from './a.ts';");
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
