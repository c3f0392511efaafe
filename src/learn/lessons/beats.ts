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

/** A beat in any language. */
export interface Place {
  readonly kind: BeatKind;
}

export interface Beat extends Place {
  /** On the screen, Markdown: one sentence, and perhaps a table. Undefined where the page itself is the content. */
  readonly slide: string | undefined;
  /** In the notes, Markdown: all of the section. */
  readonly text: string | undefined;
  readonly scene: Scene;
  /** Whether the stage is shown next to the text. */
  readonly hasStage: boolean;
}

/** Sections that are one sentence already, by the section that they stand for on a slide. */
const SHORT: Readonly<Record<string, string>> = { hook: 'question', model: 'takeaway' };

/** A paragraph in bold, which is the question of its section. */
const BOLD = /^\*\*[^*]+\*\*/m;
/** The first sentence of a paragraph; a full stop within a number or a formula ends none. */
const SENTENCE = /^[\s\S]*?(?:[.?!…][”’"*]*(?=\s|$)|[。？！…][”’]?)/;

/** A sentence that announces the next block. */
const ANNOUNCES = /[:：]\s*$/;

/** The sentence of a text for a slide, with the formula that it announces and its first table. */
export function slideOf(markdown: string): string {
  const blocks = markdown.split(/\n{2,}/);
  const [first = '', second = ''] = blocks;
  const opening = SENTENCE.exec(first)?.[0] ?? first;
  const announced = ANNOUNCES.test(opening) && !second.startsWith('|') ? `${opening}\n\n${second}` : opening;
  const sentence = BOLD.exec(markdown)?.[0] ?? announced;
  const table = blocks.find((block) => block.startsWith('|'));
  return table === undefined ? sentence : `${sentence}\n\n${table}`;
}

/** All beats of a lesson in one language. */
export function beatsOf(reveal: Reveal, texts: Sections): Beat[] {
  return ORDER.filter(({ kind }) => kind !== 'published' || reveal.published !== undefined).map(
    ({ kind, section, scene, hasStage }): Beat => {
      const text = section === undefined ? undefined : (texts.get(section) ?? '');
      const short = section === undefined ? undefined : texts.get(SHORT[section] ?? '');
      return {
        kind,
        slide: short ?? (text === undefined ? undefined : slideOf(text)),
        text,
        scene,
        hasStage,
      };
    },
  );
}

/** The index of a beat; 0 for one that this lesson lacks. */
export const indexOf = (beats: readonly Beat[], { kind }: Place): number =>
  Math.max(
    0,
    beats.findIndex((beat) => beat.kind === kind),
  );

/** The named runs of a scene. */
export const setupOf = (scene: Scene, lesson: Lesson, reveal: Reveal): Setup =>
  scene === 'vary' ? (reveal.vary.stage ?? lesson.stage) : lesson.stage;
