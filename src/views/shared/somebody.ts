/** Somebody is there: what nobody can have asked for yet need not be part of the first picture. */
export const somebody = new Promise<unknown>((resolve) => {
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'wheel'])
    addEventListener(sign, resolve, { once: true, passive: true });
});
