import { useMemo } from 'react';
import { useWords } from '../../ui/texts.tsx';

export type NumberWords = ReturnType<typeof useNumberWords>;

/** Formats numbers of any size, and deviations with their sign. */
export function useNumberWords() {
  const { language, number, percent } = useWords();
  return useMemo(() => {
    const signed = new Intl.NumberFormat(language, {
      style: 'percent',
      signDisplay: 'exceptZero',
      maximumFractionDigits: 1,
    });
    return {
      number,
      percent,
      /** A share with its sign; beyond ten times as a factor. */
      signed: (share: number) => (Math.abs(share) >= 10 ? `×${number(share + 1)}` : signed.format(share)),
    };
  }, [language, number, percent]);
}
