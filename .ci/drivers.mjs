// The tests of the clients of Java and Go (src/bridge/drivers), each with its own tool. A machine without a tool is told so,
// and skips its tests.
import { at } from './paths.mjs';
import { output, run, which } from './shell.mjs';

/** Tests of Java that start a driver for each case and load it; tests/bridge does so in every tier, with fewer cases. */
const UNDER_LOAD = 'load';
/** First version that compiles the driver. */
const LEAST_JDK = 17;

/**
 * Whether all tests passed that this machine can run.
 * @param {boolean} deep all of them; otherwise those of a minute
 */
export async function testDrivers(deep) {
  const java = at('src/bridge/drivers/java');
  const go = at('src/bridge/drivers/go');
  const maven = ['--quiet', '--batch-mode', 'test', ...(deep ? [] : [`-DexcludedGroups=${UNDER_LOAD}`])];
  return (
    (await withTools('Go', ['go'], () => run('go', ['test', './...'], { cwd: go }))) &&
    withTools('Java', ['java', 'mvn'], () => run('mvn', maven, { cwd: java }))
  );
}

/**
 * @param {string} language
 * @param {string[]} tools
 * @param {() => Promise<boolean>} test
 */
async function withTools(language, tools, test) {
  const missing = tools.filter((tool) => !which(tool));
  if (tools.includes('java') && missing.length === 0 && jdk() < LEAST_JDK) missing.push(`JDK ${LEAST_JDK}`);
  if (missing.length === 0) return test();
  process.stdout.write(`the tests of ${language}'s clients are skipped without ${missing.join(' and ')}\n`);
  return true;
}

/** The major version of the installed JDK. Before version 9 it knows no `--version`. */
const jdk = () => Number(/\d+/.exec(output('java', ['--version']) ?? '0'));
