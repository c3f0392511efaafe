/** What floats over the page beside its trigger. The first that opens loads both. */
export { HelpNote } from './HelpNote.tsx';
export { PickerMenu } from './PickerMenu.tsx';
