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
/** @param {unknown} value */
const asJson = (value) => `${JSON.stringify(value, null, 2)}\n`;

function exported() {
  const args = ['run', '--release', '--quiet', '--locked', '--features', 'schema', '--bin', 'export'];
  const result = spawnSync('cargo', args, { cwd: crate, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (result.status === 0) return JSON.parse(result.stdout);
  process.stderr.write(result.error?.message ?? result.stderr);
  process.exit(1);
}

/**
 * @param {object} schema
 * @param {string} name of the exported type
 */
const types = (schema, name) =>
  compile(schema, name, {
    bannerComment: banner,
    additionalProperties: false,
    // A title in the schema would otherwise replace the name by which everyone imports the type.
    customName: (part) => (part === schema ? name : undefined),
    style: { singleQuote: true, printWidth: 110, trailingComma: 'all' },
  });

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
  const summary = document['summary.schema.json'];
  return {
    'wasm/src/scenario/scenario.schema.json': asJson(scenario),
    'src/scenario/generated/scenario.schema.json': asJson(scenario),
    'src/scenario/generated/scenario.ts': await types(scenario, 'Scenario'),
    'src/scenario/generated/summary.ts': await types(summary, 'Summary'),
    'src/engine/generated/abi.ts': `${constants(document.abi)}\n`,
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
