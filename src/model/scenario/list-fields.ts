/** Settings in the lists of a scenario, by their whole paths: `neighbours.0.client.cores`, `events.1.atMs`. */
import { EVENT_KINDS, eventFields } from './event-fields.ts';
import { type Field, fieldAt, fields } from './fields.ts';
import type { Event, Neighbour, Scenario } from './generated/scenario.ts';

const IN_LIST = /^(neighbours|events)\.(\d+)\.(.+)$/;

/** A path in a list: which, the number of the entry, and the path in it. */
export function listPath(path: string) {
  const [, list, number, own] = IN_LIST.exec(path) ?? [];
  return list && own ? { list: list as 'neighbours' | 'events', number: Number(number), own } : undefined;
}

/** A neighbour has the settings of a client, and its own round-trip time. */
const ofClient = (own: string): string | undefined =>
  own === 'rttUs' ? 'network.rttUs' : /^(client|workload)\./.test(own) ? own : undefined;

const withPath = (field: Field | undefined, path: string): Field | undefined => field && { ...field, path };

/** Any field with this path, of whichever variant or kind of event: enough for its name and unit. */
export function anyField(path: string): Field | undefined {
  const at = listPath(path);
  if (!at) return fields.find((field) => field.path === path);
  const found =
    at.list === 'events'
      ? EVENT_KINDS.flatMap(eventFields).find((field) => field.path === at.own)
      : fields.find((field) => field.path === ofClient(at.own));
  return withPath(found, path);
}

/** The field of a path in this scenario; undefined if the scenario lacks it. */
export function anyFieldAt(scenario: unknown, path: string): Field | undefined {
  const at = listPath(path);
  if (!at) return fieldAt(scenario, path);
  const { neighbours = [], events = [] } = (scenario ?? {}) as Partial<Scenario>;
  if (at.list === 'events') {
    const event: Event | undefined = events[at.number];
    return (
      event &&
      withPath(
        eventFields(event.kind).find((field) => field.path === at.own),
        path,
      )
    );
  }
  const neighbour: Neighbour | undefined = neighbours[at.number];
  const own = ofClient(at.own);
  if (!neighbour || !own) return undefined;
  const alone = { ...(scenario as object), client: neighbour.client, workload: neighbour.workload };
  return withPath(fieldAt(alone, own), path);
}
