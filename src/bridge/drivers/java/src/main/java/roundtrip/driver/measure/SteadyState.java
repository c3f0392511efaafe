package roundtrip.driver.measure;

/** Tells when the throughput is steady: four consecutive windows of half a second within 5 %. */
public final class SteadyState {
  /** Length of a window. */
  public static final long WINDOW_NS = 500_000_000L;

  private static final int WINDOWS = 4;
  private static final double WITHIN = 0.05;

  private final double[] rates = new double[WINDOWS];
  private int seen;

  /** Adds the rate of a window. */
  public void add(double perSec) {
    rates[seen++ % WINDOWS] = perSec;
  }

  /** Whether the last four windows differ by at most 5 %. */
  public boolean isSteady() {
    if (seen < WINDOWS) return false;
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (double rate : rates) {
      least = Math.min(least, rate);
      most = Math.max(most, rate);
    }
    return least > 0 && most - least <= WITHIN * most;
  }
}
