/** Cores of a machine on which Redis runs as well: they are not the client's alone, and are not called so. */
import type { Resource, Summary } from '../scenario/generated/summary.ts';

/** By which the catalogue has a resource. */
export type ResourceName = Resource | 'sharedCores';

export const isShared = ({ hosts }: Summary, resource: Resource): boolean =>
  resource === 'clientCores' && hosts.length < 2;

export const nameOf = (summary: Summary, resource: Resource): ResourceName =>
  isShared(summary, resource) ? 'sharedCores' : resource;
