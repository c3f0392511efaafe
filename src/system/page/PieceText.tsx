import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Finding } from '../diagnosis/finding.ts';
import { findingTexts } from '../diagnosis/finding-text.ts';
import type { Piece } from '../system.ts';
import styles from './System.module.css';
import { system } from './system-state.ts';

/** Lines that are drawn at once: thousands would block the page. */
const SHOWN_LINES = 500;

/** The findings of each line of a piece, by number. */
function findingsByLine(
  findings: readonly Finding[],
  piece: string,
): ReadonlyMap<number, readonly Finding[]> {
  const found = new Map<number, Finding[]>();
  for (const finding of findings)
    for (const origin of finding.origins)
      if (origin.from === 'line' && origin.piece === piece)
        found.set(origin.line, [...(found.get(origin.line) ?? []), finding]);
  return found;
}

/** The index of the first line of the stretch that has a line. */
const startOf = (line: number): number => Math.floor((line - 1) / SHOWN_LINES) * SHOWN_LINES;

/** The masked text with numbered lines. Lines of findings are marked with the findings' titles. */
export function PieceText({ piece, name }: { readonly piece: Piece; readonly name: string }) {
  const all = useTranslations();
  const t = useTranslations('system.give');
  const { language } = useWords();
  const findings = useStore(system, (state) => state.diagnosis?.findings);
  const shownLine = useStore(system, (state) => state.shownLine);
  const own = shownLine?.piece === piece.id ? shownLine : undefined;
  const marked = useMemo(() => findingsByLine(findings ?? [], piece.id), [findings, piece.id]);
  const lines = useMemo(() => piece.text.split('\n'), [piece.text]);
  const [from, setFrom] = useState(0);
  const [followed, setFollowed] = useState<typeof own>();
  if (followed !== own) {
    setFollowed(own);
    if (own) setFrom(startOf(own.line));
  }
  const shown = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!own) return;
    shown.current?.scrollIntoView({ block: 'nearest' });
    shown.current?.focus({ preventScroll: true });
  }, [own]);
  const steps = [
    { name: 'earlierLines', to: from - SHOWN_LINES },
    { name: 'laterLines', to: from + SHOWN_LINES },
  ] as const;
  return (
    <>
      <section
        className={styles.source}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={name}
      >
        {lines.slice(from, from + SHOWN_LINES).map((text, index) => {
          const line = from + index + 1;
          const found = marked.get(line) ?? [];
          const titles = found.map((finding) => findingTexts(finding, language, all).title).join('; ');
          const isShown = own?.line === line;
          return (
            <span
              key={line}
              ref={isShown ? shown : undefined}
              tabIndex={isShown ? -1 : undefined}
              className={styles.numbered}
              data-line={line}
              data-severity={found[0]?.severity}
              data-shown={isShown || undefined}
            >
              {found.length > 0 ? <mark title={titles}>{text}</mark> : text}
              {'\n'}
            </span>
          );
        })}
      </section>
      {lines.length > SHOWN_LINES && (
        <p className={styles.actions}>
          {steps.map((step) => {
            const isPossible = step.to >= 0 && step.to < lines.length;
            return (
              <Button
                key={step.name}
                variant="small"
                aria-disabled={!isPossible}
                onClick={() => isPossible && setFrom(step.to)}
              >
                {t(step.name)}
              </Button>
            );
          })}
        </p>
      )}
    </>
  );
}
