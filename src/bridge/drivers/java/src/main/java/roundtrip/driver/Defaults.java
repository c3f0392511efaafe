package roundtrip.driver;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.resource.DefaultClientResources;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisPoolConfig;

/** Default options of the libraries, read by reflection from their own objects. */
final class Defaults {
  private Defaults() {}

  /** Values by option, for each class of options; with the versions. Durations are in ms, and say so in their names. */
  static Map<String, Object> all() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("versions", Versions.all());
    all.put("GenericObjectPoolConfig", optionsOf(new GenericObjectPoolConfig<Object>()));
    all.put("JedisPoolConfig", optionsOf(new JedisPoolConfig()));
    all.put("ConnectionPoolConfig", optionsOf(new ConnectionPoolConfig()));
    all.put("JedisClientConfig", optionsOf(DefaultJedisClientConfig.builder().build()));
    all.put("ClientOptions", optionsOf(ClientOptions.create()));
    all.put("TimeoutOptions", optionsOf(ClientOptions.create().getTimeoutOptions()));
    all.put("TimeoutOptions.create", optionsOf(TimeoutOptions.create()));
    all.put("SocketOptions", optionsOf(SocketOptions.create()));
    all.put("RedisURI", Map.of("timeoutMs", RedisURI.DEFAULT_TIMEOUT_DURATION.toMillis()));
    all.put(
        "ClientResources",
        new TreeMap<>(
            Map.of(
                "ioThreadPoolSize", DefaultClientResources.DEFAULT_IO_THREADS,
                "computationThreadPoolSize", DefaultClientResources.DEFAULT_COMPUTATION_THREADS,
                "minIoThreads", DefaultClientResources.MIN_IO_THREADS,
                "processors", Runtime.getRuntime().availableProcessors())));
    return all;
  }

  /** The values of all getters that have simple values. */
  private static Map<String, Object> optionsOf(Object options) {
    Map<String, Object> values = new TreeMap<>();
    for (Method getter : options.getClass().getMethods()) {
      String name = nameOf(getter);
      if (name == null || getter.getParameterCount() > 0 || Modifier.isStatic(getter.getModifiers())) continue;
      Object value;
      try {
        getter.setAccessible(true);
        value = getter.invoke(options);
      } catch (ReflectiveOperationException unreadable) {
        continue;
      }
      if (value instanceof Duration duration) {
        // Both forms of a duration, the old one in ms, have the same name then.
        String unitless = name.endsWith("Duration") ? name.substring(0, name.length() - 8) : name;
        values.put(unitless + "Ms", millisOf(duration));
      } else if (value instanceof Number || value instanceof Boolean || value instanceof String) {
        values.put(name, value);
      } else if (value instanceof Enum<?> constant) {
        values.put(name, constant.name());
      } else if (value == null) {
        values.put(name, null);
      }
    }
    return values;
  }

  /** A duration in ms; −1: none or no limit. */
  private static long millisOf(Duration duration) {
    return duration.isNegative() ? -1 : duration.toMillis();
  }

  private static String nameOf(Method getter) {
    String name = getter.getName();
    if (name.equals("getClass") || name.equals("hashCode") || name.equals("toString")) return null;
    for (String prefix : new String[] {"get", "is"})
      if (name.startsWith(prefix) && name.length() > prefix.length())
        return name.substring(prefix.length(), prefix.length() + 1).toLowerCase(Locale.ROOT)
            + name.substring(prefix.length() + 1);
    return null;
  }
}
