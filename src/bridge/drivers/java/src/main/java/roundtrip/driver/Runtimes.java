package roundtrip.driver;

import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;
import roundtrip.driver.order.Order;

/** What runs the callers. */
final class Runtimes {
  private static final int VIRTUAL_THREADS_SINCE = 21;

  private Runtimes() {}

  static ThreadFactory of(Order.Runtime runtime) {
    return runtime == Order.Runtime.VIRTUAL_THREADS ? virtualThreads() : Runtimes::thread;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }

  /** By reflection, because this program also runs on older versions of Java. */
  private static ThreadFactory virtualThreads() {
    int version = Runtime.version().feature();
    if (version < VIRTUAL_THREADS_SINCE)
      throw new Refusal("Virtual threads need Java 21 or newer; this is Java " + version + ".");
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");
      return (ThreadFactory) factory.invoke(builder);
    } catch (ReflectiveOperationException missing) {
      throw new Refusal("This Java has no virtual threads.");
    }
  }
}
