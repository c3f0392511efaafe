/** Cores of a machine that Redis shares have their own name: they are not only the client's. */
import type { Resource, Summary } from '../scenario/generated/summary.ts';

/** Name of a resource in the catalogue. */
export type ResourceName = Resource | 'sharedCores';

export const isShared = ({ hosts }: Summary, resource: Resource): boolean =>
  resource === 'clientCores' && hosts.length < 2;

export const nameOf = (summary: Summary, resource: Resource): ResourceName =>
  isShared(summary, resource) ? 'sharedCores' : resource;
