/** Explanations of metrics, and cautions. The first request loads both. */
export { CautionNotes } from './CautionNote.tsx';
export { FigureNote } from './FigureNote.tsx';
