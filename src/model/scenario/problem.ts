/**
 * Problems with user input: the engine's issues about scenarios, and the page's own about links, files and
 * the machine. Codes and facts only; the texts are in `i18n/issues.ts`.
 */
import type { Issue } from './generated/summary.ts';

/**
 * URL-02 link value out of range
 * URL-03 unreadable part of a link
 * URL-09 link of a newer version
 * URL-11 unknown field in a link
 * URL-12 unknown preset in a link
 * URL-13 link names a field that only other systems have
 * IMP-01 file of no known tool
 * IMP-02 unreadable line
 * IMP-03 missing data
 * IMP-04 too large
 * IMP-05 invalid JSON
 * IMP-06 missing time unit
 * IMP-07 contradictory values
 * IMP-08 unreadable file of a known tool
 * IMP-09 ambiguous comma
 * IMP-10 number out of range
 * EMB-01 host page uses another version
 * EMB-02 unknown command
 * EMB-03 command before a run exists
 * EMB-04 command for a locked field
 * EMB-05 goal without a condition on the runs
 * EMB-06 too many goals
 * EMB-07 instant after the end of the run
 * FILE-01 unreadable file
 * FILE-02 file too large for a scenario
 * FILE-03 dropped file is not a scenario
 * FILE-04 empty text or file
 * FILE-05 recording of the page that was not loaded
 * WASM-01 WebAssembly blocked or missing
 * ENG-01 the engine stopped with an error
 * ENG-02 the engine does not respond
 * ENG-03 the engine failed to load
 * ENG-04 model time does not advance
 * PAGE-01 a part of the page failed
 * SWP-01 not a sweep definition
 * SWP-02 a system of a sweep lacks the field
 * SWP-03 invalid value in a sweep
 * SWP-04 unknown name in a sweep
 * SWP-05 unknown preset in a sweep
 * SWP-06 sweep of a newer version
 * SWP-07 not sweep results
 * SWP-08 like SWP-03, without a range
 * SWP-09 parts of different sweeps
 * SWP-10 contradictory parts
 * SWP-11 invalid run in a results file
 * MODEL-03 growing queue
 * MODEL-05 too few completions for a percentile
 * MODEL-06 no completions
 * MODEL-07 many requests failed or were rejected
 * MEM-01 run too long to be kept
 * VOTE-01 … 06 and 08 are the bridge's about class votes; VOTE-07: no bridge responds.
 * DRV-01 … 06 are the bridge's about a system that a class drives; DRV-07: no bridge responds; DRV-08: another room
 * LMS-01 no learning platform around a packed lesson
 * LMS-02 the learning platform refuses a result
 * CLS-01 … 07 and 12: refused results of a student; CLS-08 … 10, 13 and 17 … 19: a class list; CLS-11 a broken class link; CLS-14 not a class file;
 * CLS-15 no signatures at this address; CLS-16 results without an open class: `learn/class`
 * SYS-01 a text of no known form
 * SYS-05 a goal that cannot be read
 * SYS-06 advice without a setting that may change
 * SYS-07 bounds of a setting that are no range
 * SYS-08 commands that Redis refused
 * SYS-09 unreadable link to a system
 * SYS-11 unreadable value of an option
 * SYS-12 negative amount
 * SYS-13 key that stands twice, where a parser refuses it
 * SYS-14 invalid YAML
 * SYS-15 key that stands twice, where the last one counts
 * SYS-16 part of a core, rounded up
 * SYS-17 included file that was not read
 * SYS-18 container of the server instead of a client
 * SYS-19 open choice, with the value that is assumed
 * SYS-20 value beyond what the model can have
 * SYS-21 earlier INFO that does not count
 * SYS-22 file in another encoding than UTF-8 or UTF-16
 * SYS-23 second scenario
 * SYS-24 INFO of another server than the last one
 * SYS-25 a value that an earlier text gives differently
 * LES-01 … LES-34 are about custom lessons: `learn/lessons/faults.ts` and `learn/lessons/custom-lesson.ts`.
 * LES-35 a client library cannot run the system of a lesson
 * BR-01 … BR-39 are the bridge's, listed in `bridge/workload/remark.ts`.
 */
export type LessonCode =
  | `LES-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `LES-${1 | 2}${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `LES-3${0 | 1 | 2 | 3 | 4 | 5}`;

export type PageCode =
  | LessonCode
  | `LMS-0${1 | 2}`
  | `CLS-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `CLS-1${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | 'SYS-01'
  | `SYS-0${5 | 6 | 7 | 8 | 9}`
  | `SYS-1${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `SYS-2${0 | 1 | 2 | 3 | 4 | 5}`
  | 'URL-02'
  | 'URL-03'
  | 'URL-09'
  | 'URL-11'
  | 'URL-12'
  | 'URL-13'
  | `EMB-0${1 | 2 | 3 | 4 | 5 | 6 | 7}`
  | 'FILE-01'
  | 'FILE-02'
  | 'FILE-03'
  | 'FILE-04'
  | 'FILE-05'
  | 'WASM-01'
  | 'ENG-01'
  | 'ENG-02'
  | 'ENG-03'
  | 'ENG-04'
  | 'PAGE-01'
  | 'MODEL-03'
  | 'MODEL-05'
  | 'MODEL-06'
  | 'MODEL-07'
  | 'MEM-01'
  | `IMP-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | 'IMP-10'
  | `SWP-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | 'SWP-10'
  | 'SWP-11'
  | `DRV-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`
  | `VOTE-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`
  | `BR-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `BR-1${0 | 1 | 2 | 3 | 4 | 6 | 7 | 8 | 9}`
  | `BR-2${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `BR-3${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`;

export type ProblemCode = Issue['code'] | PageCode;

/** Side of a comparison. */
export type SideName = 'a' | 'b';

/** One problem: an engine issue, or one of the page with the same facts. */
export interface Problem extends Partial<Omit<Issue, 'code' | 'path'>> {
  readonly code: ProblemCode;
  /** Location: path in the scenario, parameter of the link, or empty. */
  readonly path: string;
  /** Further values for the text (those of the bridge). */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** The original error message, shown on demand. */
  readonly detail?: string;
}
