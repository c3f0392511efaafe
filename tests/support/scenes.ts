/** Real runs, recorded for a moment, and the scenes that show them. */
import { readFileSync } from 'node:fs';
import { createTranslator } from 'use-intl/core';
import enDescribed from '../../src/i18n/en/describe.json' with { type: 'json' };
import enPhases from '../../src/i18n/en/phases.json' with { type: 'json' };
import enStage from '../../src/i18n/en/stage.json' with { type: 'json' };
import enZoom from '../../src/i18n/en/zoom.json' with { type: 'json' };
import zhDescribed from '../../src/i18n/zh-CN/describe.json' with { type: 'json' };
import zhPhases from '../../src/i18n/zh-CN/phases.json' with { type: 'json' };
import zhStage from '../../src/i18n/zh-CN/stage.json' with { type: 'json' };
import zhZoom from '../../src/i18n/zh-CN/zoom.json' with { type: 'json' };
import { APPEARANCES, paletteOf } from '../../src/lib/palette.ts';
import { Engine } from '../../src/model/engine/engine.ts';
import type { Frame } from '../../src/model/playback/frame.ts';
import { Recording } from '../../src/model/playback/recording.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import type { RunLayout } from '../../src/model/workers/protocol.ts';
import { createDots } from '../../src/stage/dot-columns.ts';
import type { Fills } from '../../src/stage/fills.ts';
import { TALL_BELOW } from '../../src/stage/layout.ts';
import { tallLayout } from '../../src/stage/layout-tall.ts';
import { wideLayout } from '../../src/stage/layout-wide.ts';
import type { Scene } from '../../src/stage/places.ts';
import { createSceneText, type SceneText, type Translate } from '../../src/stage/text.ts';
import { measure } from './draw-log.ts';
import { wasmModule } from './wasm-module.ts';

const catalogues = {
  en: { ...enStage, describe: enDescribed, phases: enPhases, zoom: enZoom },
  'zh-CN': { ...zhStage, describe: zhDescribed, phases: zhPhases, zoom: zhZoom },
};
export const LANGUAGES = ['en', 'zh-CN'] as const;
export type TestLanguage = (typeof LANGUAGES)[number];

/** What `make` returns for a language, made once: a translator parses each of its messages at the first use. */
function once<T>(make: (language: TestLanguage) => T): (language: TestLanguage) => T {
  const made = new Map<TestLanguage, T>();
  return (language) => {
    const value = made.get(language) ?? make(language);
    made.set(language, value);
    return value;
  };
}

/** Looks messages up as the page does; a missing one fails the test. */
export const translator = once((language): Translate => {
  const t = createTranslator({
    locale: language,
    messages: catalogues[language] as never,
    timeZone: 'UTC',
    onError: (error) => {
      throw error;
    },
  }) as unknown as Translate;
  return (key, values) => t(key, values);
});

export const sceneText = once(
  (language): SceneText =>
    createSceneText(translator(language), { locale: language, family: 'sans-serif', measure }),
);

export interface SceneOptions {
  readonly language?: TestLanguage;
  readonly width?: number;
  readonly height?: number;
  readonly fontPx?: number;
  readonly isReduced?: boolean;
  readonly side?: 'a' | 'b';
  /** The runs it is compared with. */
  readonly beside?: readonly RunLayout[];
}

export function sceneOf(run: RunLayout, options: SceneOptions = {}): Scene {
  const { language = 'en', width = 1400, height = 320, fontPx = 13, isReduced = false } = options;
  const { side = 'a', beside = [] } = options;
  const text = sceneText(language);
  const palette = paletteOf('light');
  const arrange = width < TALL_BELOW ? tallLayout : wideLayout;
  const layout = arrange(run, width, height, text, fontPx, beside);
  const fills = Object.fromEntries([
    ...APPEARANCES.map((state) => [state, palette.states[state].fill]),
    ['cap', palette.ink],
  ]) as Fills;
  return { side, layout, palette, fills, text, dots: createDots(layout), isReduced };
}

const presetText = (name: string): string =>
  readFileSync(new URL(`../../src/model/scenario/presets/${name}.json`, import.meta.url), 'utf8');

function canonical(engine: Engine, name: string, changes: Readonly<Record<string, unknown>>): Scenario {
  const parsed = JSON.parse(presetText(name)) as Record<string, unknown>;
  const scenario = structuredClone((parsed.scenario ?? parsed) as Record<string, unknown>);
  for (const [path, value] of Object.entries(changes)) change(scenario, path.split('.'), value);
  const normalized = engine.normalize(JSON.stringify(scenario));
  if (!normalized.scenario) throw new Error(JSON.stringify(normalized.issues));
  return normalized.scenario;
}

/** A preset with changes by path, whole as the engine says it. */
export const scenarioOf = async (
  name: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Scenario> => canonical(await Engine.load(wasmModule), name, changes);

/** Records the first `untilNs` of a preset, with changes by path, in chunks as the engine cuts them. */
export async function recordPreset(
  name: string,
  untilNs: number,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Recording> {
  const engine = await Engine.load(wasmModule);
  const recording = new Recording(engine.open(canonical(engine, name, changes), true));
  let status = engine.advance(untilNs, 5_000);
  while (status === 'chunk' || status === 'events') {
    if (status === 'chunk') recording.append(engine.takeChunk());
    status = engine.advance(untilNs, 5_000);
  }
  recording.append(engine.takeChunk());
  return recording;
}

function change(target: Record<string, unknown>, [key, ...rest]: readonly string[], value: unknown): void {
  if (key === undefined) return;
  if (rest.length === 0) target[key] = value;
  else {
    target[key] ??= {};
    change(target[key] as Record<string, unknown>, rest, value);
  }
}

/** The frame of an instant. */
export function frameAt(recording: Recording, timeNs: number): Frame {
  const frame = recording.createFrame();
  recording.frameAt(timeNs, frame);
  return frame;
}
