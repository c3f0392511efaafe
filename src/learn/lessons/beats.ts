/**
 * A lesson for a class as beats: each has a scene, some text, and a stop at its end. They are derived from
 * the lesson's steps and texts. Pure.
 */
import type { Lesson, Reveal, Setup } from './lesson.ts';
import type { Sections } from './text.ts';

/** In order. A class answers, discusses, and answers again before anything runs (peer instruction). */
const ORDER = [
  { kind: 'hook', section: 'hook', scene: 'held', hasStage: true },
  { kind: 'question', section: 'predict', scene: 'held', hasStage: false },
  { kind: 'first', section: undefined, scene: 'held', hasStage: false },
  { kind: 'again', section: 'predict', scene: 'held', hasStage: false },
  { kind: 'second', section: undefined, scene: 'held', hasStage: false },
  { kind: 'run', section: 'run', scene: 'lesson', hasStage: true },
  { kind: 'see', section: 'see', scene: 'lesson', hasStage: true },
  { kind: 'result', section: undefined, scene: 'lesson', hasStage: false },
  { kind: 'reveal', section: 'reveal', scene: 'lesson', hasStage: false },
  { kind: 'published', section: undefined, scene: 'lesson', hasStage: false },
  { kind: 'vary', section: 'vary', scene: 'vary', hasStage: true },
  { kind: 'end', section: 'model', scene: 'vary', hasStage: false },
] as const;

export type BeatKind = (typeof ORDER)[number]['kind'];

/** The stage of a beat: the lesson's set-up, held; the same, playing; the one with a changed setting. */
export type Scene = (typeof ORDER)[number]['scene'];

/** A beat in any language; its text may have more or fewer parts by language. */
export interface Place {
  readonly kind: BeatKind;
  /** Index of the part of its text, from 0. */
  readonly part: number;
}

export interface Beat extends Place {
  readonly parts: number;
  /** Markdown; undefined where the page itself is the content. */
  readonly text: string | undefined;
  readonly scene: Scene;
  /** Whether the stage is shown next to the text. */
  readonly hasStage: boolean;
}

/** Length of a text that can be read from the last row during a talk; a CJK character counts twice. */
const PART_LETTERS = 640;

const lettersOf = (text: string): number => text.length + (text.match(/[\u2e80-\uffff]/g)?.length ?? 0);

/** Splits a text into parts that fit a screen; paragraphs, lists and tables stay whole. */
export function partsOf(markdown: string): string[] {
  const parts: string[] = [];
  for (const block of markdown.split(/\n{2,}/)) {
    const last = parts.at(-1);
    if (last !== undefined && lettersOf(last) + lettersOf(block) <= PART_LETTERS)
      parts[parts.length - 1] = `${last}\n\n${block}`;
    else parts.push(block);
  }
  return parts;
}

/** All beats of a lesson in one language. */
export function beatsOf(reveal: Reveal, texts: Sections): Beat[] {
  return ORDER.filter(({ kind }) => kind !== 'published' || reveal.published !== undefined).flatMap(
    ({ kind, section, scene, hasStage }) => {
      const parts = section === undefined ? [undefined] : partsOf(texts.get(section) ?? '');
      return parts.map((text, part): Beat => ({ kind, part, parts: parts.length, text, scene, hasStage }));
    },
  );
}

/** The beat at a place; the last one of its kind when the text has fewer parts. */
export function indexOf(beats: readonly Beat[], { kind, part }: Place): number {
  const same = beats.filter((beat) => beat.kind === kind);
  const beat = same[Math.min(part, same.length - 1)];
  return beat ? beats.indexOf(beat) : 0;
}

/** The named runs of a scene. */
export const setupOf = (scene: Scene, lesson: Lesson, reveal: Reveal): Setup =>
  scene === 'vary' ? (reveal.vary.stage ?? lesson.stage) : lesson.stage;
