/** Explanations and lists of a scenario, which load when one of them opens. */
export { Events } from './Events.tsx';
export { KnobNote } from './KnobNote.tsx';
export { Neighbours } from './Neighbours.tsx';
