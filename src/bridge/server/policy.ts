/**
 * What the page may do, as a Content-Security-Policy: nothing but its own files, and a WebSocket to this machine.
 * The build writes it into the page for static hosts; the server sends it as a header as well.
 */
const directives = {
  'default-src': "'none'",
  // Without 'wasm-unsafe-eval' browsers refuse to compile WebAssembly; it allows no other evaluation of text.
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  // Dialogs, menus and selects lock the page's scrolling by adding a style element at run time.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  // The second and third let a copy of the page on another host reach a bridge on this machine, when asked to.
  'connect-src': "'self' ws://127.0.0.1:* ws://localhost:*",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

const join = (entries: Record<string, string>): string =>
  Object.entries(entries)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');

/** For a meta element. */
export const pagePolicy = join(directives);

/**
 * For the header, which alone may say who frames the page. Browsers hold both policies: where the bridge serves the page, it
 * connects to nothing else.
 * @param hosts `host:port` under which the bridge is reached from the page; none for the pages of a room
 */
export const headerPolicy = (hosts: readonly string[]): string =>
  join({
    ...directives,
    // Older browsers do not count a WebSocket to the page's own host as 'self'.
    'connect-src': ["'self'", ...hosts.map((host) => `ws://${host}`)].join(' '),
    'frame-ancestors': "'none'",
  });
