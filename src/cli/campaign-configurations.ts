/** The configurations of a campaign: the client libraries of the articles, each with a reference and its variations. */
import { FIRST_QUESTION, type RealQuestion } from '../bridge/workload/question.ts';

type Part = Partial<Omit<RealQuestion, 'driver' | 'callers' | 'connections'>>;

interface CampaignEntry {
  readonly id: string;
  readonly group: string;
  readonly question: RealQuestion;
}

const entry = (
  driver: RealQuestion['driver'],
  callers: number,
  connections: number,
  variation = '',
  part: Part = {},
): CampaignEntry => ({
  id: [driver, callers, 'x', connections, variation].filter((word) => word !== '').join(' '),
  group: driver,
  question: { ...FIRST_QUESTION, driver, callers, connections, ...part },
});

const pool = (maxTotal: number, more: Record<string, string | boolean | number> = {}): Part => ({
  edits: { 'client.connections': { kind: 'pooled', maxTotal, ...more } },
});
const batch = (kind: RealQuestion['batch'], batchSize: number): Part => ({ batch: kind, batchSize });
const autoPipeline: Part = {
  edits: {
    'client.io': { kind: 'writerReader', maxBatch: 100 },
    'client.connections': { kind: 'shared', count: 1 },
  },
};
const tested: Part = { edits: { 'client.connections.testOnBorrow': true } };

/** The first of each library is the reference of its ratios. */
export const CAMPAIGN: readonly CampaignEntry[] = [
  entry('jedis', 50, 50),
  entry('jedis', 1, 1),
  entry('jedis', 50, 8),
  entry('jedis', 50, 50, 'testOnBorrow', tested),
  entry('jedis', 4, 4, 'pipeline 10', batch('pipeline', 10)),
  entry('lettuce', 50, 1),
  entry('lettuce', 1, 1),
  entry('lettuce', 50, 4),
  entry('lettuce', 50, 8, 'pool', pool(8)),
  entry('lettuce', 50, 50, 'pool', pool(50)),
  entry('goRedis', 50, 50),
  entry('goRedis', 50, 8),
  entry('goRedis', 50, 1, 'AutoPipeline', autoPipeline),
  entry('goRedis', 4, 4, 'pipeline 10', batch('pipeline', 10)),
  entry('redigo', 50, 50),
  entry('redigo', 50, 8),
  entry('redigo', 50, 50, 'TestOnBorrow', tested),
  entry('rueidis', 50, 1),
  entry('rueidis', 8, 1),
  entry('rueidis', 50, 4),
];
