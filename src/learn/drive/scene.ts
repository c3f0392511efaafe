/** A system that a class drives: its parts with their limits, and the scenario of the values that they have. */
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Json } from '../../model/scenario/patch.ts';
import scenes from './scenes.json';

export const PARTS = ['callers', 'pool', 'batch', 'rtt', 'client'] as const;
export type PartId = (typeof PARTS)[number];

export interface Part {
  readonly id: PartId;
  /** What the whole of the part sets; absent where each student has a client of their own. */
  readonly path?: string;
  /** Least and largest value of the whole. */
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Value of the whole at first. */
  readonly first: number;
  /** Most students; absent: any number. */
  readonly seats?: number;
}

export interface Goal {
  /** 99 % of the requests within this time. */
  readonly p99Ms: number;
  /** Commands per second, at least; 0: any number. */
  readonly perSecond: number;
}

export type SceneId = 'pool' | 'clients';

export interface Scene {
  readonly id: SceneId;
  /** A partial scenario. */
  readonly scenario: Json;
  readonly parts: readonly Part[];
  /** The client of one student, where each has one: a partial neighbour without a name. */
  readonly neighbour?: Json;
  /** A goal to begin with. */
  readonly goal: Goal;
}

export const SCENES = scenes as readonly Scene[];

export const sceneNamed = (id: SceneId): Scene =>
  SCENES.find((scene) => scene.id === id) ?? (SCENES[0] as Scene);

/** One student's client: its name on the stage, with the student's number, and its callers. */
export interface OwnClient {
  readonly name: string;
  readonly callers: number;
}

/** The student's number in the name of a client. */
export const numberIn = (name: string): number => Number(/\d+/.exec(name)?.[0]);

/**
 * The partial scenario of a scene.
 * @param wholes value of each part
 * @param clients of the students, where each has one; one without callers does not run
 */
export function scenarioOf(
  scene: Scene,
  wholes: Readonly<Partial<Record<PartId, number>>>,
  clients: readonly OwnClient[],
): Json {
  const edits = scene.parts.flatMap(({ id, path, first }) =>
    path === undefined ? [] : [[path, wholes[id] ?? first] as const],
  );
  const { neighbour } = scene;
  const neighbours = clients
    .filter(({ callers }) => callers > 0)
    .map(({ name, callers }) =>
      applyEdits(neighbour ?? {}, {
        name,
        'workload.arrivals.callers': callers,
        'client.connections.maxTotal': callers,
      }),
    );
  return applyEdits(scene.scenario, {
    ...Object.fromEntries(edits),
    ...(neighbour === undefined || neighbours.length === 0 ? {} : { neighbours }),
  });
}
