/**
 * Where tests get their modules: folders and files below `tests/`. All files that are not named here share the modules of a
 * process.
 */

/** Tests of the page: they share the modules and the document of a process, so each leaves the page's state as it was. */
const PAGE = [
  'unit/actions/',
  'unit/experiments/',
  'unit/lab/',
  'unit/learn/',
  'unit/live/',
  'unit/ui/',
  'unit/views/',
];

/**
 * Tests of the page that replace modules or globals, or listen to keys or addresses from then on: each file in a context of
 * Node's `vm`, which starts faster than a process.
 */
export const OWN_CONTEXT = [
  'charts/export.test.ts',
  'embed/',
  ...['connect-bridge', 'links'].map((name) => `unit/actions/${name}.test.ts`),
  ...['sweep', 'sweep-file'].map((name) => `unit/experiments/${name}.test.ts`),
  ...['branch/mid-run-edit', 'keyboard/keys', 'why/repeat-pair', 'why/trials'].map(
    (name) => `unit/lab/${name}.test.ts`,
  ),
  ...['calibration/calibration', 'measurement'].map((name) => `unit/live/${name}.test.ts`),
  ...['kept-focus', 'prompt'].map((name) => `unit/ui/${name}.test.tsx`),
  ...['palette.test.ts', 'run-controls.test.tsx', 'stage.test.tsx', 'zooms.test.tsx'].map(
    (file) => `unit/views/${file}`,
  ),
];

/** Tests that replace modules, globals or the environment, or watch the process itself: its memory, its files, its children. */
export const OWN_PROCESS = [
  ...[
    'calibration',
    'client',
    'client-options',
    'connections',
    'development',
    'driver-builds',
    'driver-faults',
    'driver-process',
    'fault-tolerance',
    'missing-tools',
    'remarks',
  ].map((name) => `bridge/${name}.test.ts`),
  ...['cli/', 'engine/boundary.test.ts', 'engine/memory.test.ts'],
];

/** Tests below a folder of `tests/`, or one file. */
const testsIn = (place: string) => `tests/${place}${/^$|\/$/.test(place) ? '**/*.test.{ts,tsx}' : ''}`;
const E2E = 'tests/e2e/**';
const own = [...OWN_CONTEXT, ...OWN_PROCESS].map(testsIn);
const page = PAGE.map(testsIn);

/** The files of each project of Vitest. */
export const PROJECTS = {
  shared: { include: [testsIn('')], exclude: [E2E, ...page, ...own] },
  page: { include: page, exclude: own },
  context: { include: OWN_CONTEXT.map(testsIn) },
  process: { include: OWN_PROCESS.map(testsIn) },
};

const isIn = (file: string, places: readonly string[]): boolean =>
  places.some((place) => file.startsWith(`tests/${place}`));

/** Whether a file, named from the root, has modules of its own. */
export const hasOwnModules = (file: string): boolean => isIn(file, [...OWN_CONTEXT, ...OWN_PROCESS]);

/** Whether a file, named from the root, may need a document. */
export const mayHaveDocument = (file: string): boolean => isIn(file, PAGE) || hasOwnModules(file);
