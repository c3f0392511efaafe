/** Commands that wait for data on purpose: their time is no work of the server. */
export const BLOCKING =
  /^(?:b[lrz]\w*pop\w*|b[lr]?l?move|blmpop|bzmpop|wait|waitaof|xread|xreadgroup|subscribe|psubscribe|ssubscribe|monitor)$/i;
