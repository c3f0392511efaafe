/** The parts of the stage that have a name and can be asked for in a link, in the order of a request's way. */
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
