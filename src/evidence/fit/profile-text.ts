/** Writes fitted costs into a profile's file, which has one cost per line for readers. */
import type { FitResult } from './fit.ts';

const grouped = new Intl.NumberFormat('en');

/** The text with the values of a fit and their sources. Every fitted cost is in nanoseconds. */
export function withFittedCosts(text: string, { profile, costs }: FitResult): string {
  const lines = costs.flatMap((fitted) =>
    [fitted.cost, ...(fitted.alike ?? [])].map((cost) => ({ ...fitted, cost })),
  );
  return lines.reduce((before, { cost, value, why, min, max }) => {
    const line = new RegExp(`^( *"${cost}": )\\{.*\\}(,?)$`, 'm');
    if (!line.test(before)) throw new Error(`the profile ${profile} has no line for ${cost}`);
    const source = `${why} The fit searched from ${grouped.format(min)} to ${grouped.format(max)} ns (npm run fit -- ${profile}).`;
    const entry = `{ "value": ${value}, "provenance": "fitted", "source": ${JSON.stringify(source)} }`;
    return before.replace(line, (_, name: string, comma: string) => `${name}${entry}${comma}`);
  }, text);
}
