package roundtrip.driver.measure;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Four windows within 5 % are steady. */
final class SteadyStateTest {
  private static boolean isSteady(double... rates) {
    SteadyState state = new SteadyState();
    for (double rate : rates) state.add(rate);
    return state.isSteady();
  }

  @Test
  void needsFourWindowsWithinFivePercent() {
    assertFalse(isSteady(100, 100, 100));
    assertTrue(isSteady(100, 96, 99, 100));
    assertFalse(isSteady(100, 94, 99, 100));
    assertTrue(isSteady(10, 50, 100, 99, 98, 97));
    assertFalse(isSteady(0, 0, 0, 0));
  }
}
