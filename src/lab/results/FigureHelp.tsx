import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Help } from '../../ui/Help.tsx';
import type { FigureNoteProps } from './FigureNote.tsx';
import { FigureNote } from './FigureNote.tsx';

interface FigureHelpProps extends FigureNoteProps {
  readonly label: string;
  /** The figure itself, as it is written; without it the name is what is pressed. */
  readonly children?: ReactNode;
}

/** The name of a figure, its value of one side, or what B is more or less than A, that says on request what it is and where it comes from. */
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
