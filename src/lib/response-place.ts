/** A place among response times: a share of the answers, 0 … 1, which took so long on each side, or a time, ns. */
export type ResponsePlace = { readonly share: number } | { readonly ns: number };
