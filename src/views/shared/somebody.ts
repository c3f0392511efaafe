/**
 * Somebody is there: what nobody can have asked for yet need not be part of the first picture. Known once their first sign has been
 * answered and painted, since what is loaded then would delay that.
 */
export const somebody = new Promise<unknown>((resolve) => {
  const answered = () => requestAnimationFrame(() => setTimeout(resolve));
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'wheel'])
    addEventListener(sign, answered, { once: true, passive: true });
});
