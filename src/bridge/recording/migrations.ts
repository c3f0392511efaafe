/** Recordings of earlier versions of the format, in the words of the present one. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Version 1 had single requests from all over an interval, which show nothing together: they are left out. */
function fromVersion1(file: Record<string, unknown>): unknown {
  const { progress } = file;
  if (!Array.isArray(progress)) return file;
  const later = progress.map((one: unknown) => {
    if (!isObject(one)) return one;
    const { requests, ...rest } = one;
    return { ...rest, look: null };
  });
  return { ...file, version: 2, progress: later };
}

/** What a file says, as the present version would say it; a file of another kind stays as it is. */
export const brought = (file: unknown, version: number): unknown =>
  version === 1 && isObject(file) ? fromVersion1(file) : file;
