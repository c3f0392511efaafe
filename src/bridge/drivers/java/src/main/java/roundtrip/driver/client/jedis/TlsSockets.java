package roundtrip.driver.client.jedis;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;
import roundtrip.driver.Refusal;
import roundtrip.driver.client.Trust;
import roundtrip.driver.order.Access;

/** Sockets with TLS. Jedis' own check the name of the host, which behind the relay is not Redis'. */
final class TlsSockets implements JedisSocketFactory {
  private final JedisSocketFactory plain;
  private final Access.Tls tls;
  private final int port;
  private final SSLContext context;

  TlsSockets(JedisSocketFactory plain, Access.Tls tls, int port) {
    this.plain = plain;
    this.tls = tls;
    this.port = port;
    try {
      context = SSLContext.getInstance("TLS");
      context.init(null, Trust.with(tls.ca()).getTrustManagers(), null);
    } catch (GeneralSecurityException missing) {
      throw new Refusal("This Java has no TLS.");
    }
  }

  @Override
  public Socket createSocket() {
    Socket socket = plain.createSocket();
    try {
      SSLSocket secure =
          (SSLSocket) context.getSocketFactory().createSocket(socket, tls.serverName(), port, true);
      SSLParameters parameters = secure.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secure.setSSLParameters(parameters);
      secure.startHandshake();
      return secure;
    } catch (IOException failed) {
      throw new JedisConnectionException("TLS failed: " + failed.getMessage(), failed);
    }
  }
}
