/**
 * What can be wrong with something a person gave us: the engine's issues about scenarios, and the page's own about links,
 * files and the machine it runs on. Codes and facts only; the sentences are in `i18n/issues.ts`.
 */
import type { Issue } from './generated/summary.ts';

/**
 * URL-02 value of a link out of range         URL-03 part of a link that cannot be read
 * URL-09 link made by a newer version         URL-11 a link names something that is not a knob
 * URL-12 a link names a preset that does not exist
 * URL-13 a link names a knob that only other systems have
 * IMP-01 a file of no known tool              IMP-02 a line of it cannot be read
 * IMP-03 something is missing in it           IMP-04 it is too large
 * IMP-05 it stops being JSON                  IMP-06 it does not give the unit of its times
 * IMP-07 its values contradict each other     IMP-08 a known file that cannot be read
 * IMP-09 a comma that can be two things       IMP-10 a number out of range
 * EMB-01 a host page speaks another version   EMB-02 not an order that there is
 * EMB-03 an order before there is a run       EMB-04 an order about a locked knob
 * EMB-05 a goal that says nothing of the runs EMB-06 more goals than are watched
 * EMB-07 an instant after the end of the run
 * FILE-01 file cannot be read                 FILE-02 file too large to be a scenario
 * FILE-03 a file was dropped that is no scenario  FILE-04 a text or a file with nothing in it
 * WASM-01 WebAssembly is blocked or missing   ENG-01 the engine stopped with an error
 * ENG-02 the engine does not answer           ENG-03 the engine could not be loaded
 * ENG-04 model time stands still              PAGE-01 a part of the page failed
 * SWP-01 not the definition of a sweep        SWP-02 a system of a sweep has no such knob
 * SWP-03 a value of a sweep that cannot be    SWP-04 a name that a sweep does not have
 * SWP-05 a sweep names an unknown preset      SWP-06 sweep of a newer version
 * SWP-07 not the results of a sweep           SWP-08 the same as SWP-03 where there is no range
 * SWP-09 parts that are not of one sweep      SWP-10 parts that contradict each other
 * SWP-11 a run in a file of results that cannot be one
 * MODEL-03 a queue that only grows              MODEL-05 too few answers for a percentile
 * MODEL-06 a run without an answer              MODEL-07 many requests that failed or were turned away
 * MEM-01 a run too long to be kept whole
 * VOTE-01 … 06 and 08 are the bridge's about a class's votes; VOTE-07: no bridge answers.
 * LES-01 … LES-34 are about lessons that somebody writes, `learn/lessons/faults.ts` and `learn/lessons/custom-lesson.ts`.
 * BR-01 … BR-32 are the bridge's, explained in `bridge/protocol.ts`.
 */
export type LessonCode =
  | `LES-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `LES-${1 | 2}${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `LES-3${0 | 1 | 2 | 3 | 4}`;

export type PageCode =
  | LessonCode
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
  | `VOTE-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`
  | `BR-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `BR-1${0 | 1 | 2 | 3 | 4 | 6 | 7 | 8 | 9}`
  | `BR-2${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `BR-3${0 | 1 | 2}`;

export type ProblemCode = Issue['code'] | PageCode;

/** Which of the two compared systems. */
export type SideName = 'a' | 'b';

/** One problem: an engine issue, or one of the page's with the same facts. */
export interface Problem extends Partial<Omit<Issue, 'code' | 'path'>> {
  readonly code: ProblemCode;
  /** Where: path into the scenario, parameter of the link, or empty. */
  readonly path: string;
  /** Further names and numbers of the sentence (those of the bridge). */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** The failing program's own words, shown on demand. */
  readonly detail?: string;
}
