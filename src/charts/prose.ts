/** Sentences after each other, with a space between them; a Chinese full stop brings its own. */
export const prose = (sentences: readonly string[]): string =>
  sentences
    .filter((sentence) => sentence !== '')
    .join(' ')
    .replaceAll('。 ', '。');
