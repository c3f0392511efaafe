// Generated from wasm/ by `npm run schema`; never edited.

export const failures = [
  "poolTimeout",
  "poolExhausted",
  "queueFull",
  "tooManyRedirects",
  "replyTimeout",
  "connectFailed"
] as const;
