package roundtrip.driver.client;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import roundtrip.driver.Refusal;

/** Certificates that a connection trusts. */
public final class Trust {
  private Trust() {}

  /**
   * The system's certificates and one more.
   *
   * @param pem certificates in PEM; null: only the system's
   */
  public static TrustManagerFactory with(String pem) {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init((KeyStore) null);
      if (pem == null) return factory;
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (TrustManager manager : factory.getTrustManagers())
        if (manager instanceof X509TrustManager system)
          for (Certificate each : system.getAcceptedIssuers())
            store.setCertificateEntry("system" + number++, each);
      var bytes = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(bytes))
        store.setCertificateEntry("given" + number++, each);
      factory.init(store);
      return factory;
    } catch (GeneralSecurityException | java.io.IOException unreadable) {
      throw new Refusal("The CA certificate cannot be read.");
    }
  }
}
