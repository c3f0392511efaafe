/** What stands around the stage for some runs and links only. The first request loads all of them. */
export { BranchBar, RestartNote } from '../branch/BranchBar.tsx';
export { EventMarks } from '../marks/EventMarks.tsx';
export { KnobResponse } from './KnobResponse.tsx';
export { LinkProblems } from './LinkProblems.tsx';
