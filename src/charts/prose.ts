/** Joins sentences with a space; a Chinese full stop needs none. */
export const prose = (sentences: readonly string[]): string =>
  sentences
    .filter((sentence) => sentence !== '')
    .join(' ')
    .replaceAll('。 ', '。');
