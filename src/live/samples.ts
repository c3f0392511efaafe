/** Real runs that come with the page, by the names of their files in `public/recordings`. */
export const SAMPLES = ['nodeRedisShared', 'ioredisShared', 'nodeRedis1ms', 'nodeRedisPool8'] as const;
