/** Parts that float over the page beside their trigger. The first to open loads both. */
export { HelpNote } from './HelpNote.tsx';
export { PickerMenu } from './PickerMenu.tsx';
