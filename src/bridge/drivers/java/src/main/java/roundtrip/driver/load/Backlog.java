package roundtrip.driver.load;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Arrivals that wait for a caller, by their intended times. */
final class Backlog {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final long[] dueNs;
  private final int maxWaiting;
  private int first;
  private int waiting;
  private int freeCallers;

  /**
   * A queue.
   *
   * @param callers callers that take arrivals
   * @param maxWaiting arrivals that may wait while no caller is free
   */
  Backlog(int callers, int maxWaiting) {
    this.maxWaiting = maxWaiting;
    dueNs = new long[Math.addExact(callers, maxWaiting) + 1];
  }

  /** Adds an arrival; false if it was rejected. */
  boolean offer(long due) {
    lock.lock();
    try {
      // An arrival for which a caller is free does not count as waiting.
      if (waiting >= maxWaiting + freeCallers) return false;
      dueNs[(first + waiting++) % dueNs.length] = due;
      arrived.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for an arrival and returns its intended time. */
  long take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      freeCallers++;
      try {
        while (waiting == 0) arrived.await();
      } finally {
        freeCallers--;
      }
      long due = dueNs[first];
      first = (first + 1) % dueNs.length;
      waiting--;
      return due;
    } finally {
      lock.unlock();
    }
  }
}
