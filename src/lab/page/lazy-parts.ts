/** Parts around the stage that only some runs and links show. The first request loads all of them. */
export { BranchBar, RestartNote } from '../branch/BranchBar.tsx';
export { EventMarks } from '../marks/EventMarks.tsx';
export { KnobResponse } from './KnobResponse.tsx';
export { LinkProblems } from './LinkProblems.tsx';
