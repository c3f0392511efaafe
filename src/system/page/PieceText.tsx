import { useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Finding } from '../diagnosis/finding.ts';
import { findingTexts } from '../diagnosis/finding-text.ts';
import type { Piece } from '../system.ts';
import styles from './System.module.css';
import { system } from './system-state.ts';

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

/** The masked text with numbered lines. Lines of findings are marked with the findings' titles. */
export function PieceText({ piece, name }: { readonly piece: Piece; readonly name: string }) {
  const all = useTranslations();
  const { language } = useWords();
  const findings = useStore(system, (state) => state.diagnosis?.findings);
  const shownLine = useStore(system, (state) => state.shownLine);
  const marked = useMemo(() => findingsByLine(findings ?? [], piece.id), [findings, piece.id]);
  const shown = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (shownLine?.piece !== piece.id) return;
    shown.current?.scrollIntoView({ block: 'nearest' });
    shown.current?.focus({ preventScroll: true });
  }, [shownLine, piece.id]);
  return (
    <section
      className={styles.source}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={name}
    >
      {piece.text.split('\n').map((text, index) => {
        const line = index + 1;
        const own = marked.get(line) ?? [];
        const titles = own.map((finding) => findingTexts(finding, language, all).title).join('; ');
        const isShown = shownLine?.piece === piece.id && shownLine.line === line;
        return (
          <span
            key={line}
            ref={isShown ? shown : undefined}
            tabIndex={isShown ? -1 : undefined}
            className={styles.numbered}
            data-line={line}
            data-severity={own[0]?.severity}
            data-shown={isShown || undefined}
          >
            {own.length > 0 ? <mark title={titles}>{text}</mark> : text}
            {'\n'}
          </span>
        );
      })}
    </section>
  );
}
