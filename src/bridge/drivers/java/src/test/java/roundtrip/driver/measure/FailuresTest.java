package roundtrip.driver.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Failures have the names of the model, or the first word of Redis. */
final class FailuresTest {
  @Test
  void haveReasons() {
    assertEquals("OOM", Failures.reasonOf(new JedisDataException("OOM command not allowed")));
    assertEquals("NOAUTH", Failures.reasonOf(new RedisCommandExecutionException("NOAUTH Authentication required.")));
    assertEquals("replyTimeout", Failures.reasonOf(new RedisCommandTimeoutException("after 1 second(s)")));
    assertEquals(
        "replyTimeout",
        Failures.reasonOf(new JedisConnectionException(new SocketTimeoutException("Read timed out"))));
    assertEquals("poolTimeout", Failures.reasonOf(pool("Timeout waiting for idle object")));
    assertEquals("poolExhausted", Failures.reasonOf(pool("Pool exhausted")));
    assertEquals(
        "queueFull", Failures.reasonOf(new RedisException("Request queue size exceeded: 5. Commands are not accepted")));
    assertEquals("connection", Failures.reasonOf(new JedisConnectionException(new SocketException("Broken pipe"))));
  }

  @Test
  void haveOneLine() {
    assertEquals("first", Failures.sentenceOf(new RuntimeException("outer", new RuntimeException("first\nsecond"))));
    assertEquals(200, Failures.sentenceOf(new RuntimeException("x".repeat(999))).length());
  }

  private static Exception pool(String message) {
    return new JedisException("Could not get a resource from the pool", new NoSuchElementException(message));
  }
}
