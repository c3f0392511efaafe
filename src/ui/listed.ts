/** Parts side by side, without an "and". Chinese lists of units have nothing between their parts, which reads as one word: a comma is put there. */
export const listed = (language: string, parts: readonly string[]): string =>
  language === 'zh-CN'
    ? parts.join('，')
    : new Intl.ListFormat(language, { type: 'unit', style: 'long' }).format(parts);
