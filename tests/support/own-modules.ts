/**
 * Tests with modules of their own, since they replace some, hold the state of the page or need a document: folders and files
 * below `tests/`. All other files share the modules of a process.
 */
export const OWN_MODULES = [
  'bridge/',
  'cli/',
  'embed/',
  'charts/export.test.ts',
  'engine/boundary.test.ts',
  'engine/memory.test.ts',
  'unit/actions/',
  'unit/experiments/',
  'unit/lab/',
  'unit/learn/',
  'unit/live/',
  'unit/ui/',
  'unit/views/',
];

/** Whether a file, named from the root, has modules of its own. */
export const hasOwnModules = (file: string): boolean =>
  OWN_MODULES.some((place) => file.startsWith(`tests/${place}`));
