/** The token that the bridge has printed into the page's address: without one nothing is sent anywhere. */

/** Where a tab keeps its token over a reload; the address bar loses it at once. */
const TOKEN_KEY = 'roundtrip.bridge';

/** The token of a query, or of this tab's earlier life. It is a secret, so it leaves the address bar as soon as it is known. */
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
