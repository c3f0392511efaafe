package roundtrip.driver.measure;

import java.net.SocketTimeoutException;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names the reasons of failed requests. */
public final class Failures {
  private static final Pattern REDIS_ERROR = Pattern.compile("^([A-Z]{2,})\\b");
  private static final int MAX_LENGTH = 200;

  private Failures() {}

  /**
   * The first word of an error of Redis (OOM, NOAUTH), or one of the model's names: poolTimeout, poolExhausted,
   * queueFull, replyTimeout; anything else is "connection".
   */
  public static String reasonOf(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (cause instanceof NoSuchElementException)
        return message.startsWith("Timeout") ? "poolTimeout" : "poolExhausted";
      if (cause instanceof SocketTimeoutException
          || cause instanceof TimeoutException
          || cause.getClass().getSimpleName().equals("RedisCommandTimeoutException")) return "replyTimeout";
      if (message.startsWith("Request queue size exceeded")) return "queueFull";
      Matcher redisError = REDIS_ERROR.matcher(message);
      if (redisError.find()) return redisError.group(1);
    }
    return "connection";
  }

  /** The message of the innermost cause, in one line of limited length. */
  public static String sentenceOf(Throwable error) {
    Throwable cause = error;
    while (cause.getCause() != null) cause = cause.getCause();
    String message = cause.getMessage();
    String line = (message == null ? cause.getClass().getSimpleName() : message).lines().findFirst().orElse("");
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH);
  }
}
