/** Texts of no known form: what they seem to be. */
import type { Problem } from '../../model/scenario/problem.ts';
import type { Piece, Reading } from '../system.ts';

/** Longer texts are no configuration. */
export const MAX_CHARACTERS = 2_000_000;

/** Lines of a log or of a stack trace. */
export const LOG =
  /^\s*(?:\[?\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\[?(?:INFO|WARN|ERROR|DEBUG|TRACE)\b|at [\w.$]+\(|Caused by:|\{"(?:time|timestamp|ts|level|@timestamp|msg)")/m;

/** Why nothing was read from a piece. @param name of the piece, for the reader of the message */
export const unreadProblem = ({ text }: Piece, name: string): Problem => ({
  ...{ code: 'SYS-01', path: '', value: name },
  facts: { hint: text.length > MAX_CHARACTERS ? 'long' : LOG.test(text) ? 'log' : 'none' },
});

/** Whether nothing was read but texts that their parser refuses. */
export const isInvalid = ({ library, settings, observed, problems }: Reading): boolean =>
  problems.some(({ code }) => code === 'SYS-14') &&
  library === null &&
  settings.length === 0 &&
  Object.keys(observed).length === 0;
