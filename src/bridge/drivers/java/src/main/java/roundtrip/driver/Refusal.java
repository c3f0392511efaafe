package roundtrip.driver;

/** The run cannot start. The message is a sentence for the user. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Refusal(String sentence) {
    super(sentence);
  }
}
