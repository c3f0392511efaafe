/** TLS in the notations of the libraries, and in the scheme of an address. */
import { describe, expect, it } from 'vitest';
import { read } from '../../src/system/readers/read.ts';

describe('an encrypted connection', () => {
  const tlsIn = (text: string) =>
    read([{ id: '0', name: '', text }]).settings.find(({ path }) => path === 'network.tls.kind');

  it.each([
    ['JedisPool pool = new JedisPool(config, "cache", 6380, 2000, "pw", true);\n', 1],
    ['r = redis.Redis(host="cache", ssl=True, socket_timeout=3)\n', 1],
    ['import redis\nr = redis.from_url("rediss://cache:6380/0", socket_timeout=3)\n', 2],
    ['RedisURI uri = RedisURI.builder().withHost("cache").withSsl(true).build();\n', 1],
    [
      'rdb := redis.NewClient(&redis.Options{\n  TLSConfig: &tls.Config{MinVersion: tls.VersionTLS12},\n})\n',
      2,
    ],
    ['rediss://user:pw@cache:6380/0?pool_size=10\n', 1],
    ['client, err := rueidis.NewClient(rueidis.ClientOption{\n  TLSConfig: &tls.Config{},\n})\n', 2],
    ['const redis = new Redis({ host: "cache", port: 6380, tls: {} });\n', 1],
    ['const client = createClient({ socket: { host: "cache", tls: true } });\n', 1],
    ['config = GlideClientConfiguration(addresses=[NodeAddress("cache", 6379)], use_tls=True)\n', 1],
    ['singleServerConfig:\n  address: "rediss://cache:6380"\n', 2],
    ['spring.data.redis.url=rediss://cache:6380\n', 1],
  ])('is read, with its line: %j', (text, line) => {
    expect(tlsIn(text)).toMatchObject({ value: 'tls13', origin: { from: 'line', line } });
  });

  it.each([
    '# rediss://old:6380\nspring.data.redis.url=redis://cache:6379\n',
    'spring.data.redis.jedis.pool.max-active=8\n',
    'r = redis.Redis(host="cache", socket_timeout=3)\n',
  ])('is not in %j', (text) => {
    expect(tlsIn(text)).toBeUndefined();
  });

  it('is not assumed where the text turns it off', () => {
    expect(tlsIn('r = redis.Redis(host="cache", ssl=False)\n')).toMatchObject({ value: 'none' });
  });
});
