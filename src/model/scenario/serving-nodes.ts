/** The nodes that a client sends requests to. */

import type { Scenario } from './generated/scenario.ts';

/** Primaries, and their replicas if the client reads from them. */
export const servingNodes = ({ client, server }: Pick<Scenario, 'client' | 'server'>): number =>
  server.nodes * (client.readFrom === 'primary' ? 1 : 1 + server.replicas);
