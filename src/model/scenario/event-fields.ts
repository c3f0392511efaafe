/** Fields of each kind of event, from the schema. Loaded with the list of events. */
import { type Field, variantsOf } from './fields.ts';
import type { Event } from './generated/scenario.ts';

const variants = variantsOf('Event') as ReadonlyMap<Event['kind'], readonly Field[]>;

/** The kinds of events. */
export const EVENT_KINDS: readonly Event['kind'][] = [...variants.keys()];

/** The fields of an event of a kind; their paths begin in the event. */
export const eventFields = (kind: Event['kind']): readonly Field[] => variants.get(kind) ?? [];
