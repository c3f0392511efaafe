package roundtrip.driver.order;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * How to reach Redis. It contains secrets: never print it.
 *
 * @param nodes addresses of the nodes of a cluster; null: a single server
 * @param resp version of the protocol, 2 or 3
 */
public record Access(
    Socket socket, List<Socket> nodes, String username, String password, int database, int resp) {

  @Override
  public String toString() {
    return "Access";
  }

  /**
   * An address: a path, or a host with a port.
   *
   * @param tls null: no TLS
   */
  public record Socket(String path, String host, int port, Tls tls) {}

  /**
   * TLS settings.
   *
   * @param servername name that the certificate must have, also behind the relay
   * @param ca certificate to trust besides the system's, PEM; null: none
   */
  public record Tls(@JsonProperty("servername") String serverName, String ca) {}
}
