// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts have placeholders of Spring
/** Texts with a secret at a place where configurations, code and logs have one; `§` is the secret. */
import fc from 'fast-check';

const PLACES: readonly string[] = [
  'spring:\n  data:\n    redis:\n      password: §\n      timeout: 2s\n',
  'spring:\n  data:\n    redis:\n      url: redis://app:§@cache:6379\n',
  'spring.data.redis.password=§\nspring.data.redis.timeout=2s\n',
  'spring.data.redis.sentinel.password = §\nspring.data.redis.timeout=2s\n',
  'singleServerConfig:\n  password: "§"\n  address: "redis://cache:6379"\n',
  'redis.NewClient(&redis.Options{Password: "§", PoolSize: 5})',
  'redis.ParseURL("redis://:§@cache:6379/0?pool_size=3")',
  "new Redis({ host: 'cache', password: '§', sentinelPassword: '§' })",
  'redis.Redis(host="cache", password="§", socket_timeout=3)',
  'cache:6380,password=§,ssl=true,syncTimeout=800',
  'new JedisPool(new JedisPoolConfig(), "cache", 6379, 2000, "§")',
  'DefaultJedisClientConfig.builder().user("app").password("§").socketTimeoutMillis(500).build()',
  'RedisURI.builder().withHost("h").withPassword("§".toCharArray()).withTimeout(Duration.ofSeconds(5)).build()',
  'port 6379\nmaxclients 10\nrequirepass §\nmasterauth "§"\n',
  'port 6379\nmaxclients 10\ntls-key-file-pass §\nuser default on >§ ~* +@all\n',
  ' 1) 1) (integer) 14\n    2) (integer) 1309448221\n    3) (integer) 15000\n    4) 1) "AUTH"\n       2) "§"\n',
  ' 1) 1) (integer) 14\n    2) (integer) 1309448221\n    3) (integer) 15000\n    4) 1) "MIGRATE"\n       2) "h"\n       3) "AUTH"\n       4) "§"\n',
  ' 1) 1) (integer) 14\n    2) (integer) 1309448221\n    3) (integer) 15000\n    4) 1) "CONFIG"\n       2) "SET"\n       3) "requirepass"\n       4) "§"\n',
  'kind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n        - name: app\n          env:\n            - name: REDIS_PASSWORD\n              value: "§"\n',
  'kind: Secret\nstringData:\n  redis: §\n',
  '{ "ConnectionStrings": { "Redis": "cache:6380,password=§,ssl=True" } }',
  '{ "redis": { "auth": "§" } }',
  'auth: §\n',
  // Defaults beside the variable that has the secret.
  'spring:\n  redis:\n    password: ${REDIS_PASSWORD:§}\n    timeout: 2s\n',
  'spring:\n  redis:\n    url: redis://:${PW:§}@cache:6379\n    timeout: 2s\n',
  "createClient({ password: process.env.REDIS_PASSWORD || '§', socket: { connectTimeout: 3000 } })",
  "createClient({ password: process.env.REDIS_PASSWORD ?? '§', socket: { connectTimeout: 3000 } })",
  'redis.Redis(host="cache", password=os.getenv("REDIS_PASSWORD", "§"), socket_timeout=3)',
  'redis.Redis(host="cache", password=os.environ.get("PW") or "§", socket_timeout=3)',
  'rdb := redis.NewClient(&redis.Options{Password: getenv("PW", "§"), PoolSize: 5})',
  '@Value("${redis.password:§}")\nprivate String password;\nconfig.setMaxTotal(8);\n',
  // Builders, setters and variables.
  'config.setPassword(RedisPassword.of("§"));\nconfig.setMaxTotal(8);\n',
  'config.useSingleServer().setAddress("redis://cache:6379").setPassword("§").setConnectionPoolSize(8);\n',
  'String password = "§";\nJedisPoolConfig config = new JedisPoolConfig();\nconfig.setMaxTotal(8);\n',
  'const password = "§";\nconst redis = new Redis({ host: "cache", connectTimeout: 500 });\n',
  'private static final String REDIS_PASSWORD = "§";\nconfig.setMaxTotal(8);\n',
  'val pwd: String = "§"\nconfig.maxTotal = 8\n',
  'pool := &redis.Pool{MaxIdle: 3, Dial: func() (redis.Conn, error) { return redis.Dial("tcp", "h:6379", redis.DialPassword("§")) }}',
  'rueidis.NewClient(rueidis.ClientOption{InitAddress: []string{"h:6379"}, Username: "app", Password: "§", PipelineMultiplex: 2})',
  'var options = new ConfigurationOptions { EndPoints = { "cache:6380" }, Password = "§", SyncTimeout = 800 };',
  'options.Password = "§";\noptions.SyncTimeout = 800;\n',
  'r = redis.Redis.from_url("redis://:§@cache:6379/0", socket_timeout=3)',
  'r = redis.Redis(credential_provider=UsernamePasswordCredentialProvider("app", "§"), socket_timeout=3)',
  'RedisURI.builder().withHost("h").withAuthentication("app", "§".toCharArray()).withTimeout(Duration.ofSeconds(5)).build()',
  'new JedisPooled("rediss://app:§@cache:6380").setMaxTotal(8);\n',
  'GlideClient.createClient({ addresses: [{ host: "h" }], credentials: { username: "app", password: "§" }, requestTimeout: 500 })',
  // Files around an application.
  'REDIS_HOST=cache\nREDIS_PASSWORD=§\nREDIS_POOL_SIZE=8\n',
  'export REDIS_URL="redis://app:§@cache:6379/0?pool_size=8"\n',
  'services:\n  app:\n    image: app\n    environment:\n      - REDIS_PASSWORD=§\n      - SPRING_DATA_REDIS_TIMEOUT=2s\n',
  'services:\n  redis:\n    image: redis:7.2\n    command: redis-server --requirepass § --maxclients 500\n',
  'services:\n  redis:\n    image: redis:7.2\n    command: ["redis-server", "--requirepass", "§", "--maxclients", "500"]\n',
  'redis:\n  auth:\n    enabled: true\n    password: "§"\n  replica:\n    replicaCount: 3\n',
  'kind: ConfigMap\ndata:\n  application.yml: |\n    spring:\n      redis:\n        password: §\n        timeout: 2s\n',
  '[redis]\nhost = "cache"\npassword = "§"\nsocket_timeout = 3\n',
  '<bean class="redis.clients.jedis.JedisPoolConfig"><property name="maxTotal" value="8"/><property name="password" value="§"/></bean>',
  '# Cache\n\n```yaml\nspring:\n  redis:\n    password: §\n    timeout: 2s\n```\n',
  '{ "Redis": { "Configuration": "cache:6380,password=§,syncTimeout=800" } }',
  // What redis-cli prints.
  '127.0.0.1:6379> AUTH app §\nOK\n127.0.0.1:6379> INFO\n# Server\nredis_version:7.2.4\n',
  '127.0.0.1:6379> CONFIG GET *\n1) "requirepass"\n2) "§"\n3) "maxclients"\n4) "500"\n',
  'maxclients\n500\nrequirepass\n§\nhz\n10\n',
  '$ redis-cli -h cache -a § INFO\n# Server\nredis_version:7.2.4\n',
  '$ redis-cli -u redis://app:§@cache:6379 INFO\n# Server\nredis_version:7.2.4\n',
  '$ REDISCLI_AUTH=§ redis-cli INFO\n# Server\nredis_version:7.2.4\n',
  '$ redis-cli --user app --pass § INFO\n# Server\nredis_version:7.2.4\n',
  'new JedisPool(config, host, port, timeout, "§");\nconfig.setMaxTotal(8);\n',
  'new JedisPool(config, "cache", 6379, Protocol.DEFAULT_TIMEOUT, "§", 2);\nconfig.setMaxTotal(8);\n',
  'new JedisCluster(nodes, 2000, 2000, 5, "§", poolConfig);\npoolConfig.setMaxTotal(8);\n',
  'pipe.Auth(ctx, "§")\nredis.NewClient(&redis.Options{PoolSize: 5})\n',
  "$redis->auth('§');\n$redis = new Predis\\Client(['timeout' => 5]);\n",
  "$redis->auth(['app', '§']);\n$redis->connect('h', 6379, 2.5);\n",
  "new Predis\\Client(['host' => 'h', 'password' => '§', 'timeout' => 5]);\n",
  'ConnectionMultiplexer.Connect("cache:6380,user=app,password=§,ssl=true,syncTimeout=800")',
  'auth_token = "§"\nnode_type = "cache.r6g.large"\nmaxclients = 500\n',
  'CACHES = {"default": {"LOCATION": "redis://h:6379/1", "OPTIONS": {"PASSWORD": "§", "SOCKET_TIMEOUT": 5}}}',
  'CACHES = {"default": {"LOCATION": "redis://:§@h:6379/1", "OPTIONS": {"SOCKET_TIMEOUT": 5}}}',
  'redis://cache:6379/0?password=§&pool_size=8',
  'redis.NewClient(&redis.Options{\n\tPassword: `§`,\n\tPoolSize: 5,\n})',
  'singleServerConfig:\n  sslKeystorePassword: "§"\n  address: "rediss://cache:6379"\n  connectionPoolSize: 8\n',
  'containers:\n  - name: redis\n    image: redis:7.2\n    args:\n      - --requirepass\n      - §\n      - --maxclients\n      - "500"\n',
  'kind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n        - image: redis:7.2\n          args: ["--requirepass §", "--maxclients 500"]\n',
  'services:\n  redis:\n    image: redis:7.2\n    command: >\n      redis-server --requirepass §\n      --maxclients 500\n',
  'docker run redis:7.2 redis-server --requirepass "§" --maxclients 500\n',
  'helm install cache --set auth.password=§ --set replica.replicaCount=3\n',
  '127.0.0.1:6379> CONFIG SET requirepass "§"\nOK\n127.0.0.1:6379> INFO\n# Server\nredis_version:7.2.4\n',
  '127.0.0.1:6379> acl setuser app on >§ ~* +@all\nOK\n127.0.0.1:6379> INFO\n# Server\nredis_version:7.2.4\n',
  '1700000000.1 [0 10.0.0.1:5] "HELLO" "3" "AUTH" "app" "§"\n1700000000.2 [0 10.0.0.1:5] "GET" "a"\n',
  "2026-01-01 10:00:00 INFO Connecting to RedisURI [host='h', port=6379, password='§']\nspring.data.redis.timeout=2s\n",
  '2026-01-01 10:00:00 WARN cannot connect to redis://app:§@cache:6379\nspring.data.redis.timeout=2s\n',
  'new Redis({ host: "h", pass: "§", connectTimeout: 500 })',
  'redis.createClient({ host: "h", auth_pass: "§", connect_timeout: 500 })',
  'pass = §\nmaxTotal = 8\n',
  'Jedis，8 条连接，50 个线程，口令：§，慢\n',
  'Jedis pool of 8, 50 threads. The password: §. It is slow\n',
  'spring.data.redis.sentinel.password: §\nspring.data.redis.timeout: 2s\n',
  'spring:\n  redis:\n    "password": "§"\n    timeout: 2s\n',
  "spring:\n  redis: { password: '§', timeout: 2s }\n",
  'spring:\n  redis:\n    password: >-\n      §\n    timeout: 2s\n',
  'spring:\n  redis:\n    password: !!str §\n    timeout: 2s\n',
  'spring:\n  redis:\n    password: &pw §\n    timeout: 2s\n',
  'spring.redis.password=\\\n  §\nspring.redis.timeout=2s\n',
  'spring.redis.password §\nspring.redis.timeout=2s\n',
  'let password = String::from("§");\nlet pool = Pool::builder().max_size(8).build(manager);\n',
  'clientConfig.credentials(new DefaultRedisCredentials("app", "§"));\nconfig.setMaxTotal(8);\n',
  'RedisCredentialsProvider provider = RedisCredentialsProvider.from(() -> RedisCredentials.just("app", "§"));\nconfig.setMaxTotal(8);\n',
  '.credentials(() -> new DefaultRedisCredentials("app", "§".toCharArray()))\nconfig.setMaxTotal(8);\n',
];

/** A password that no text has by chance. */
const secrets = fc
  .stringMatching(/^[A-Za-z0-9][A-Za-z0-9!$%*+.=^~_-]{4,20}[A-Za-z0-9]$/)
  .map((secret) => `Q7${secret}`);

/** A secret in one of the texts, after a comment or none, and in a text that may be cut off or damaged. */
export const planted = fc
  .tuple(secrets, fc.constantFrom(...PLACES), fc.constantFrom('', '# a comment\n', '\n\n'))
  .map(([secret, place, before]) => ({
    secret,
    text: before + place.replaceAll('§', () => secret),
  }));

/** The same with something wrong after the secret. */
export const damaged = fc
  .tuple(
    planted,
    fc.constantFrom('\n\t\tbad: [\n', '\n}}\n', '\n"', '\nspring: {a: 1\n', '\nmaxclients: -5x\n'),
  )
  .map(([{ secret, text }, after]) => ({ secret, text: text + after }));
