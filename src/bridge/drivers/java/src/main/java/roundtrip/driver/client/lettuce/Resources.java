package roundtrip.driver.client.lettuce;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.SocketAddressResolver;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import roundtrip.driver.Refusal;
import roundtrip.driver.client.ProcessOptions;
import roundtrip.driver.order.Access;
import roundtrip.driver.order.Client.EventLoops;
import roundtrip.driver.order.Client.Selector;

/** The threads of Lettuce: event loops, and an executor of command timeouts. */
final class Resources {
  private Resources() {}

  static ClientResources of(EventLoops io, Access.Socket socket) {
    select(io.selector());
    // Given a number of threads, Lettuce itself would use at least two.
    ClientResources.Builder builder = ClientResources.builder().eventLoopGroupProvider(new Loops(io));
    if (io.timeoutScheduler().kind().equals("executor"))
      builder.eventExecutorGroup(
          new DefaultEventExecutorGroup(Math.max(1, io.timeoutScheduler().threads())));
    if (socket.tls() != null)
      builder.socketAddressResolver(new FixedAddress(new InetSocketAddress(socket.host(), socket.port())));
    return builder.build();
  }

  /** Lettuce reads the properties once, when its transport classes are loaded. */
  private static void select(Selector selector) {
    boolean isEpoll = selector != Selector.NIO;
    if (isEpoll && !Epoll.isAvailable()) throw new Refusal("Netty's epoll needs Linux on x86-64 or ARM64.");
    ProcessOptions.choose("io.lettuce.core.epoll", String.valueOf(isEpoll));
    ProcessOptions.choose("io.lettuce.core.iouring", "false");
    ProcessOptions.choose("io.lettuce.core.kqueue", "false");
  }

  /** The URI has the name that the certificate must have; behind the relay the address is another. */
  private static final class FixedAddress extends SocketAddressResolver {
    private final SocketAddress address;

    FixedAddress(SocketAddress address) {
      this.address = address;
    }

    @Override
    public SocketAddress resolve(RedisURI uri) {
      return address;
    }
  }

  private static final class Loops extends DefaultEventLoopGroupProvider {
    private static final int NETTYS_RATIO = 50;

    private final int ioRatio;

    Loops(EventLoops io) {
      super(io.loops());
      ioRatio = io.ioRatio() == null ? NETTYS_RATIO : io.ioRatio();
    }

    @Override
    public <T extends EventLoopGroup> T allocate(Class<T> type) {
      T group = super.allocate(type);
      if (ioRatio != NETTYS_RATIO) setRatio(group);
      return group;
    }

    /** By reflection: Netty 4.2 has no ratio. There the setting has no effect, as in the model. */
    private void setRatio(EventLoopGroup group) {
      try {
        Method setter = group.getClass().getMethod("setIoRatio", int.class);
        setter.invoke(group, ioRatio);
      } catch (ReflectiveOperationException netty42) {
        return;
      }
    }
  }
}
