/** Parts of the stage that load on request. The first request loads all of them. */
export { ClientsStrip } from '../clients/ClientsStrip.tsx';
export { SaveStage } from '../export/SaveStage.tsx';
export { FollowedLine } from '../follow/FollowedLine.tsx';
export { StageGuide } from '../guide/StageGuide.tsx';
export { PaceNote } from '../pace/PaceNote.tsx';
export { PaceSheet } from '../pace/PaceSheet.tsx';
export { Sound } from '../sound/Sound.tsx';
export { Until } from '../until/Until.tsx';
export { CallsPane } from './CallsPane.tsx';
export { ThreadTable } from './ThreadTable.tsx';
