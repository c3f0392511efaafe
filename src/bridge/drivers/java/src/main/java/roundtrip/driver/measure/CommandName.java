package roundtrip.driver.measure;

import java.util.Locale;

/** Commands that are counted, as Redis names them. */
public enum CommandName {
  GET,
  SET,
  MGET,
  MSET,
  MULTI,
  EXEC,
  PING;

  /** The name in INFO commandstats. */
  public String redisName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
