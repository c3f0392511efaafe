package roundtrip.driver.order;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.random.RandomGenerator;

/** A distribution of durations, with the parameters of the scenario's {@code Dist}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Dist.Constant.class, name = "constant"),
  @JsonSubTypes.Type(value = Dist.Uniform.class, name = "uniform"),
  @JsonSubTypes.Type(value = Dist.Exponential.class, name = "exponential"),
  @JsonSubTypes.Type(value = Dist.Erlang.class, name = "erlang"),
  @JsonSubTypes.Type(value = Dist.Hyperexponential.class, name = "hyperexponential"),
  @JsonSubTypes.Type(value = Dist.Lognormal.class, name = "lognormal")
})
public sealed interface Dist {
  /** A random value, in the unit of the parameters. */
  double sample(RandomGenerator random);

  /** Always the same value. */
  record Constant(double value) implements Dist {
    @Override
    public double sample(RandomGenerator random) {
      return value;
    }
  }

  /** Any value from min to max. */
  record Uniform(double min, double max) implements Dist {
    @Override
    public double sample(RandomGenerator random) {
      return min + (max - min) * random.nextDouble();
    }
  }

  /** Without memory. */
  record Exponential(double mean) implements Dist {
    @Override
    public double sample(RandomGenerator random) {
      return mean * random.nextExponential();
    }
  }

  /** A sum of exponential stages with this mean. */
  record Erlang(double mean, int stages) implements Dist {
    @Override
    public double sample(RandomGenerator random) {
      double sum = 0;
      for (int stage = 0; stage < stages; stage++) sum += random.nextExponential();
      return sum * mean / stages;
    }
  }

  /** Two exponential branches of equal weight in the mean, as in the model. */
  record Hyperexponential(double mean, double scv) implements Dist {
    @Override
    public double sample(RandomGenerator random) {
      double often = (1 + Math.sqrt((scv - 1) / (scv + 1))) / 2;
      double share = random.nextDouble() < often ? often : 1 - often;
      return random.nextExponential() * mean / (2 * share);
    }
  }

  /** Lognormal with this mean and squared coefficient of variation. */
  record Lognormal(double mean, double scv) implements Dist {
    @Override
    public double sample(RandomGenerator random) {
      if (mean == 0) return 0;
      double variance = Math.log(1 + scv);
      return Math.exp(Math.log(mean) - variance / 2 + Math.sqrt(variance) * random.nextGaussian());
    }
  }
}
