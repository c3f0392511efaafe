/** Sample recordings of the page, each with the workload of its real client. `sim samples` records them. */
import { FIRST_QUESTION, type RealQuestion } from '../bridge/workload/question.ts';

const pool = { connections: 8 } as const;

/** By the names of their files in `public/recordings`, in the order of the list. */
const QUESTIONS = {
  nodeRedisShared: { driver: 'nodeRedis' },
  ioredisShared: { driver: 'ioredis' },
  nodeRedis1ms: { driver: 'nodeRedis', rttUs: 1000 },
  nodeRedisPool8: { driver: 'nodeRedisPool', ...pool },
  jedisPool8: { driver: 'jedis', ...pool },
  lettuceShared: { driver: 'lettuce' },
  goRedisPool8: { driver: 'goRedis', ...pool },
  redigoPool8: { driver: 'redigo', ...pool },
  rueidisShared: { driver: 'rueidis' },
} as const satisfies Record<string, Partial<RealQuestion>>;

export type SampleId = keyof typeof QUESTIONS;

export const SAMPLES = Object.keys(QUESTIONS) as SampleId[];

/** The question of a sample. */
export const questionOf = (id: SampleId): RealQuestion => ({
  ...FIRST_QUESTION,
  seconds: 2,
  ...QUESTIONS[id],
});
