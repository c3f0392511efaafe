import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Help } from '../../ui/Help.tsx';
import type { FigureNoteProps } from './FigureNote.tsx';
import { lazyNote } from './lazy.ts';

const FigureNote = lazyNote('FigureNote');

interface FigureHelpProps extends FigureNoteProps {
  readonly label: string;
  /** The metric itself as text; without it the name is the button. */
  readonly children?: ReactNode;
}

/** The name, a value or the difference of a metric, which explains itself on request. */
export function FigureHelp({ label, children, ...note }: FigureHelpProps) {
  const t = useTranslations('results');
  const isValue = children !== undefined;
  return (
    <Help
      label={t('help', { label: note.isDifference ? `${label} · ${t('columns.difference')}` : label })}
      term={children ?? label}
      isValue={isValue}
      tabIndex={isValue ? -1 : undefined}
    >
      <FigureNote {...note} />
    </Help>
  );
}
