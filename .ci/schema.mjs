#!/usr/bin/env node
// The engine's own description of its data, written where the others read it. Rust is the source; these files are
// products that are committed, so that a change of the model shows in the difference of every language.
//   node .ci/schema.mjs          writes them
//   node .ci/schema.mjs --check  writes nothing; names a stale one and fails
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { at, crate } from './paths.mjs';
import { setup } from './setup.mjs';

const banner = '// Generated from wasm/ by `npm run schema`; never edited.';
const DRIVER_SCHEMA = 'src/bridge/drivers/protocol.schema.json';
/** @param {unknown} value */
const asJson = (value) => `${JSON.stringify(value, null, 2)}\n`;

function exported() {
  const args = [
    'run',
    '--profile',
    'quick',
    '--quiet',
    '--locked',
    '--features',
    'schema',
    '--bin',
    'export',
  ];
  const result = spawnSync('cargo', args, { cwd: crate, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (result.status === 0) return JSON.parse(result.stdout);
  process.stderr.write(result.error?.message ?? result.stderr);
  process.exit(1);
}

/**
 * The schema as TypeScript should see it. A field with a default may be left out of a file, but the engine's answers
 * spell it out, so it is there. And a reference becomes the name of a type: every part keeps its name from Rust.
 * @param {any} part
 * @returns {any}
 */
function prepared(part) {
  if (Array.isArray(part)) return part.map(prepared);
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...rest } = part;
  if ($ref)
    return { tsType: $ref.split('/').at(-1), ...(rest.description && { description: rest.description }) };
  const copy = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, prepared(value)]));
  if (rest.type === 'object' && rest.properties) {
    // An empty list is left out of answers, too.
    const given = Object.keys(rest.properties).filter(
      (name) => 'default' in rest.properties[name] && rest.properties[name].type !== 'array',
    );
    copy.required = [...new Set([...(rest.required ?? []), ...given])];
  }
  return copy;
}

/**
 * One TypeScript file: the root of a schema, if it has a name, and all its parts except those of another file.
 * @param {{ $defs: Record<string, object> }} schema
 * @param {{ root?: string, elsewhere?: string[], from?: string, head?: string }} options
 */
async function types({ $defs, ...root }, { root: name, elsewhere = [], from = '', head = banner }) {
  const parts = Object.entries({ ...(name && { [name]: root }), ...$defs });
  const own = parts.filter(([part]) => !elsewhere.includes(part));
  const texts = await Promise.all(
    own.map(([part, schema]) =>
      compile({ ...prepared(schema), title: part }, part, {
        bannerComment: '',
        additionalProperties: false,
        ignoreMinAndMaxItems: true,
        style: { singleQuote: true, printWidth: 110, trailingComma: 'all' },
      }),
    ),
  );
  const body = texts.map((text) => text.trim()).join('\n\n');
  const used = elsewhere.filter((part) => new RegExp(`(: |\\| )${part}\\b`).test(body)).sort();
  const imports = used.length > 0 ? [`import type { ${used.join(', ')} } from '${from}';`] : [];
  return `${[head, ...imports, body].join('\n\n')}\n`;
}

/** Words of schemas that neither the form nor the engine asks for. */
const NOT_IN_FORMS = new Set([
  '$schema',
  'title',
  'description',
  'format',
  'additionalProperties',
  'x-source',
]);

/**
 * The schema without its prose: what the form shows, and what the engine checks scenarios by.
 * @param {any} part
 * @returns {any}
 */
function withoutProse(part) {
  if (Array.isArray(part)) return part.map(withoutProse);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).filter(
    ([key, inner]) => !NOT_IN_FORMS.has(key) || (typeof inner === 'object' && !Array.isArray(inner)),
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutProse(inner)]));
}

/**
 * A schema as text, one definition a line: the engine contains it, and indentation is a third of it even compressed.
 * @param {any} schema
 */
function schemaText({ $defs, ...root }) {
  const lines = Object.entries($defs).map(
    ([name, part]) => `${JSON.stringify(name)}:${JSON.stringify(part)}`,
  );
  const rest = Object.entries(root).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return `{\n"$defs":{\n${lines.join(',\n')}\n},\n${rest.join(',\n')}\n}\n`;
}

/**
 * The prose by where things are defined, as the catalogues name them: `Connections.pooled.maxTotal`, `Connections.pooled`;
 * with the provenance of each default.
 * @param {any} schema
 */
function prose({ $defs, ...root }) {
  /** @type {Record<string, string>} */
  const fields = {};
  /** @type {Record<string, string>} */
  const choices = {};
  /** @type {Record<string, string>} */
  const sources = {};
  /** @type {Record<string, string>} */
  const provenances = {};
  /** @type {(name: string, object: any) => void} */
  const addFields = (name, { properties = {} }) => {
    for (const [key, { description, 'x-source': source }] of Object.entries(properties)) {
      const id = `${name}.${key}`;
      if (description) fields[id] = description;
      if (!source) continue;
      const [, provenance, text] = /^(definition|published|assumed): (.+)$/.exec(source) ?? [];
      if (!provenance || !text) throw new Error(`${id}: “${source}” does not begin with a provenance`);
      sources[id] = text;
      provenances[id] = provenance;
    }
  };
  for (const [name, part] of Object.entries({ Scenario: root, ...$defs })) {
    addFields(name, part);
    for (const value of part.enum ?? []) choices[`${name}.${value}`] = part.description;
    for (const variant of part.oneOf ?? []) {
      const value = variant.const ?? variant.properties?.kind?.const;
      for (const one of variant.enum ?? [value]) choices[`${name}.${one}`] = variant.description ?? '';
      addFields(`${name}.${value}`, variant);
    }
  }
  return {
    fields: typographic(fields),
    choices: typographic(choices),
    sources: typographic(sources),
    provenances,
  };
}

/**
 * Texts with the apostrophe of the page: comments in Rust have the typewriter's.
 * @param {Record<string, string>} texts
 */
const typographic = (texts) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.replaceAll("'", '’')]));

/** @param {Record<string, unknown>} tables */
const constants = (tables) =>
  [
    banner,
    ...Object.entries(tables).map(
      ([name, table]) => `export const ${name} = ${JSON.stringify(table, null, 2)} as const;`,
    ),
  ].join('\n\n');

/** @returns {Promise<Record<string, string>>} the wanted content of each file */
async function wanted() {
  const document = exported();
  const scenario = document['scenario.schema.json'];
  const answers = document['summary.schema.json'];
  const drivers = JSON.parse(readFileSync(at(DRIVER_SCHEMA), 'utf8'));
  const shared = ['Scenario', ...Object.keys(scenario.$defs)];
  return {
    'wasm/src/scenario/scenario.schema.json': schemaText(withoutProse(scenario)),
    'wasm/src/scenario/profiles/values.rs': `&${document['profiles/values.rs'].replaceAll(', [', ',\n&[').replace('[[', '[\n&[')}\n`,
    'src/model/scenario/generated/help.json': asJson(prose(scenario)),
    'src/model/scenario/generated/profiles.json': asJson(document.profiles),
    'src/model/scenario/generated/scenario.ts': await types(scenario, { root: 'Scenario' }),
    'src/model/scenario/generated/summary.ts': await types(answers, {
      elsewhere: shared,
      from: './scenario.ts',
    }),
    'src/bridge/drivers/generated/protocol.ts': await types(drivers, {
      elsewhere: shared,
      from: '../../../model/scenario/generated/scenario.ts',
      head: `// Generated from ${DRIVER_SCHEMA} by \`npm run schema\`; never edited.`,
    }),
    'src/model/engine/generated/abi.ts': `${constants(document.abi)}\n`,
    'src/model/engine/generated/failures.ts': `${constants(document.failures)}\n`,
  };
}

await setup({ required: ['node', 'npm', 'cargo'], quiet: true, log: process.stderr });
const check = process.argv.includes('--check');
let stale = 0;
for (const [file, content] of Object.entries(await wanted())) {
  const path = at(file);
  if (existsSync(path) && readFileSync(path, 'utf8') === content) continue;
  stale++;
  if (check) process.stderr.write(`stale: ${file} (run: npm run schema)\n`);
  else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    process.stdout.write(`wrote ${file}\n`);
  }
}
if (stale === 0) process.stdout.write('generated files are up to date\n');
process.exit(check && stale > 0 ? 1 : 0);
