/** Programs installed on this machine. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these names in the order of the search path, or undefined. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
