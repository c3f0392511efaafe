/**
 * Tests with modules of their own, since they replace some, hold the state of the page or need a document: folders and files
 * below `tests/`. All other files share the modules of a process.
 */

/** Tests of the page: each file in a context of Node's `vm`, which starts faster than a process. */
export const OWN_CONTEXT = [
  'charts/export.test.ts',
  'embed/',
  'unit/actions/',
  'unit/experiments/',
  'unit/lab/',
  'unit/learn/',
  'unit/live/',
  'unit/ui/',
  'unit/views/',
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

/** Whether a file, named from the root, has modules of its own. */
export const hasOwnModules = (file: string): boolean =>
  [...OWN_CONTEXT, ...OWN_PROCESS].some((place) => file.startsWith(`tests/${place}`));
