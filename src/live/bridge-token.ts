/** The bridge's token from the page's address: without one nothing is sent. */

/** Storage key of a tab's token over a reload; it is removed from the address bar at once. */
const TOKEN_KEY = 'roundtrip.bridge';

/**
 * The token of a query, or of this tab before a reload. It is a secret, so it leaves the address bar at once.
 */
export function takeToken(query = ''): string | undefined {
  const token = /(?:^|&)bridge=([\w-]+)/.exec(query)?.[1];
  try {
    if (token === undefined) return sessionStorage.getItem(TOKEN_KEY) ?? undefined;
    sessionStorage.setItem(TOKEN_KEY, token);
  } catch {
    // Without storage the token lasts until the next reload.
  }
  const hidden = location.hash.replace(/([?&])bridge=[\w-]+(&|$)/, (_, before: string, after: string) =>
    after === '&' ? before : '',
  );
  history.replaceState(history.state, '', hidden);
  return token;
}
