/** Named parts of the stage for links, in request order. */
export const STAGE_PARTS = [
  'clientMachine',
  'callers',
  'backlog',
  'poolQueue',
  'connections',
  'taskQueue',
  'replies',
  'eventLoops',
  'clientThreads',
  'wire',
  'serverMachine',
  'socketBuffers',
  'mainThread',
  'replyQueue',
  'serverThreads',
  'request',
] as const;

export type StagePart = (typeof STAGE_PARTS)[number];
