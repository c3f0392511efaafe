/**
 * A position in the response time distribution: a share of the completed requests (0 … 1), or a time in ns.
 */
export type ResponsePlace = { readonly share: number } | { readonly ns: number };
