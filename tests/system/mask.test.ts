import { describe, expect, it } from 'vitest';
import { mask } from '../../src/system/mask.ts';
import { read } from '../../src/system/readers/read.ts';

describe('secrets', () => {
  it.each([
    ['password: hunter2', 'password: •••'],
    ['spring.redis.password=hunter2', 'spring.redis.password=•••'],
    ['spring.redis.password=hun ter, 2', 'spring.redis.password=•••'],
    ['redis://user:hunter2@host:6379/0?pool_size=3', 'redis://user:•••@host:6379/0?pool_size=3'],
    ['requirepass hunter2', 'requirepass •••'],
    ['  redis_auth: hunter2', '  redis_auth: •••'],
    ['password=“hunter 2”', 'password="•••"'],
    ['password：hunter2', 'password: •••'],
    ['> password: hunter2\n> timeout: 3', 'password: •••\ntimeout: 3'],
    ['export REDISCLI_AUTH=hunter2', 'export REDISCLI_AUTH=•••'],
    ['["redis-server","--requirepass","hunter2"]', '["redis-server","--requirepass","•••"]'],
    ['Jedis，8 条连接，密码是 hunter2，慢', 'Jedis，8 条连接，密码是 •••，慢'],
    ['Authorization: Bearer hunter2', 'Authorization: Bearer •••'],
    ['c.Do("AUTH", "hunter2")', 'c.Do("AUTH", "•••")'],
    ['curl -u app:hunter2 http://cache', 'curl -u app:••• http://cache'],
    ['tls-key-file-pass hunter2', 'tls-key-file-pass •••'],
    ['primaryauth hunter2', 'primaryauth •••'],
    ['auth: hunter2', 'auth: •••'],
    ["  auth: 'hunter 2'", "  auth: '•••'"],
    ['{ "auth": "hunter\\"2" }', '{ "auth": "•••" }'],
    ['Password: "hunter2",', 'Password: "•••",'],
    ['cache:6380,password=hunter2,ssl=true', 'cache:6380,password=•••,ssl=true'],
    ['AUTH hunter2', 'AUTH •••'],
    ['127.0.0.1:6379> auth app hunter2', '127.0.0.1:6379> auth •••'],
    ['HELLO 3 AUTH app hunter2 SETNAME web', 'HELLO 3 AUTH ••• SETNAME web'],
    ['MIGRATE h 6379 "" 0 5000 AUTH2 app hunter2 KEYS a', 'MIGRATE h 6379 "" 0 5000 AUTH2 ••• KEYS a'],
    ['CONFIG SET requirepass hunter2', 'CONFIG SET requirepass •••'],
    ['"CONFIG" "SET" "masterauth" "hunter2"', '"CONFIG" "SET" "masterauth" "•••"'],
    ['redis://app:hun@ter/2@host:6379', 'redis://app:•••@host:6379'],
    ['redis://hunter2@host:6379', 'redis://•••@host:6379'],
    ['valkey://hunter2@host:6379', 'valkey://•••@host:6379'],
    ['password: "hunter 2, or 3"', 'password: "•••"'],
    ["password: 'hunter 2'", "password: '•••'"],
    ['password: hun,ter2', 'password: •••'],
    ['password: hunter2 # of the cache', 'password: ••• # of the cache'],
    ['    password=hunter2, socket_timeout=5,', '    password=•••, socket_timeout=5,'],
    ['{ password: hunter2, db: 3 }', '{ password: •••, db: 3 }'],
    ['user app on >hunter2 ~* +@all', 'user app on >•••'],
    ['jedis.auth("app", "hunter2")', 'jedis.auth(•••)'],
    ['new JedisPool(config, "h", 6379, 2000, "hunter2")', 'new JedisPool(config, "h", 6379, 2000, "•••")'],
    ['redis.Redis("h", 6379, 0, "hunter2")', 'redis.Redis("h", 6379, 0, "•••")'],
    ['uri.withAuthentication("app", "hunter2")', 'uri.withAuthentication(•••)'],
    ['sentinel auth-pass mymaster hunter2', 'sentinel auth-pass mymaster •••'],
    ['REDIS_PASS=hunter2', 'REDIS_PASS=•••'],
    ['accessKey=hunter2==', 'accessKey=•••'],
    ['redis-cli -h cache -a hunter2 INFO', 'redis-cli -h cache -a ••• INFO'],
    ['- name: REDIS_PASSWORD\n  value: hunter2', '- name: REDIS_PASSWORD\n  value: •••'],
    ['{"name": "REDIS_TOKEN", "value": "hunter2"}', '{"name": "REDIS_TOKEN", "value": "•••"}'],
    ['Password = "hunter2",', 'Password = "•••",'],
    ['<bean p:password="hunter2"/>', '<bean p:password="•••"/>'],
    ['<redis.password>hunter2</redis.password>', '<redis.password>•••</redis.password>'],
    ['password:\n    hunter2\nport: 1', 'password:\n    •••\nport: 1'],
    ['password: |-\n    hunter2\n    and 3\nport: 1', 'password: |-\n    •••\n\nport: 1'],
    ['kind: Secret\ndata:\n  any: aHVudGVyMg==\n', 'kind: Secret\ndata:\n  any: •••\n'],
    ['4) 1) "AUTH"\n   2) "hunter2"', '4) 1) "AUTH"\n   2) •••'],
    [
      '4) 1) "ACL"\n   2) "SETUSER"\n   3) "app"\n   4) ">hunter2"',
      '4) 1) "ACL"\n   2) "SETUSER"\n   3) "app"\n   4) ">•••"',
    ],
    [
      '4) 1) "CONFIG"\n   2) "SET"\n   3) "requirepass"\n   4) "hunter2"',
      '4) 1) "CONFIG"\n   2) "SET"\n   3) "requirepass"\n   4) •••',
    ],
  ])('are masked: %s', (text, masked) => {
    expect(mask(text)).toEqual({ text: masked, count: 1 });
    expect(mask(masked).count).toBe(0);
  });

  it('are masked in the source of a page, and with spaces of a page', () => {
    expect(mask('password=&quot;hunter2&quot; &lt;').text).toBe('password="•••" <');
    expect(mask('password:\u00a0hunter2').text).toBe('password: •••');
  });

  it('of a user and a password are both masked in the slow log', () => {
    const text = '4) 1) "HELLO"\n   2) "3"\n   3) "AUTH"\n   4) "app"\n   5) "hunter2"\n';
    expect(mask(text).text).not.toContain('hunter2');
    expect(mask('4) 1) "AUTH"\n   2) "app"\n   3) "hunter2"').text).not.toContain('hunter2');
    expect(mask('1700000000.1 [0 10.0.0.1:5] "AUTH" "app" "hunter2"').text).not.toContain('hunter2');
  });

  it.each([
    'password:\n  timeout: 2s',
    'password: ""\ntimeout: 2s',
    'password:\n  - a: 1',
    'cmdstat_auth:calls=12,usec=80,usec_per_call=6.67',
    'timeout: 2s\nmax-active: 8',
    'acl_access_denied_auth:0',
    '1) "get"',
  ])('are nothing in %j', (text) => {
    expect(mask(text)).toEqual({ text, count: 0 });
  });

  it('never leave a reading', () => {
    const reading = read([
      {
        ...{ id: 'a', name: 'a.yml' },
        text: 'spring:\n  data:\n    redis:\n      password: hunter2\n      url: redis://u:hunter2@h\n',
      },
    ]);
    expect(JSON.stringify(reading)).not.toContain('hunter2');
    expect(reading.masked).toBe(2);
  });
});

it('masks a password that a sentence tells', () => {
  expect(mask('Jedis pool of 8, 50 threads, my password is hunter2, slow').text).not.toContain('hunter2');
});
