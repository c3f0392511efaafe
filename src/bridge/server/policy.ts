/**
 * The page's Content-Security-Policy: only its own files, and a WebSocket to this machine. The build writes
 * it into the page for static hosts; the server also sends it as a header.
 */
const directives = {
  'default-src': "'none'",
  // Browsers need 'wasm-unsafe-eval' to compile WebAssembly; it allows no other evaluation of text.
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  // The list of a select has a style element with this text (Radix).
  'style-src': "'self' 'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  // The second and third let a copy of the page on another host reach a bridge on this machine, on request.
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
 * The header policy, which alone may restrict framing. Browsers enforce both policies: a page served by the
 * bridge connects to nothing else.
 * @param hosts `host:port` of the bridge as seen from the page; none for pages in a classroom
 */
export const headerPolicy = (hosts: readonly string[]): string =>
  join({
    ...directives,
    // Older browsers do not treat a WebSocket to the page's own host as 'self'.
    'connect-src': ["'self'", ...hosts.map((host) => `ws://${host}`)].join(' '),
    'frame-ancestors': "'none'",
  });
