/**
 * The automated student of hidden faults in the page: what it reads is what is drawn there, and what it does is done with the
 * page's controls. It thinks as `tests/incidents/student.ts` does.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { at } from '../../.ci/paths.mjs';
import type { Exhibits } from '../../src/learn/incidents/exhibits/exhibits.ts';
import type { Cause, Changes, Observation } from '../../src/learn/incidents/incident.ts';
import type { Language } from '../../src/lib/languages.ts';
import { expect, select } from './page.ts';

type Texts = typeof import('../../src/i18n/en/incidents.json');
type ChartTexts = typeof import('../../src/i18n/en/charts.json');

const textsOf = <T>(language: Language, file: string): T =>
  JSON.parse(readFileSync(at('src/i18n', language, `${file}.json`), 'utf8'));

export const incidentTexts = (language: Language): Texts => textsOf(language, 'incidents');

/** A number with the separators of thousands of both languages. */
const numberOf = (text: string): number => Number(text.replaceAll(',', '').trim());

const UNITS_US: Readonly<Record<string, number>> = { ns: 1e-3, µs: 1, ms: 1e3, s: 1e6 };

/** A duration as the page writes it, µs. */
function durationUs(text: string): number {
  const [, value = '', unit = ''] = /^([\d.,]+)\s(ns|µs|ms|s)$/.exec(text.trim()) ?? [];
  const us = numberOf(value) * (UNITS_US[unit] ?? Number.NaN);
  if (Number.isNaN(us)) throw new Error(`${text} is no duration`);
  return us;
}

/** The cells of the rows of a table's body. */
const rowsOf = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));

export interface Student {
  readonly page: Page;
  readonly language: Language;
}

/** A dashboard, read from its table. */
async function readDashboard({ page, language }: Student, title: string): Promise<number[]> {
  const charts = textsOf<ChartTexts>(language, 'charts');
  const figure = page.getByRole('figure', { name: title, exact: true });
  await figure.getByRole('button', { name: charts.table, exact: true }).click();
  await expect(figure.getByRole('table')).toBeVisible();
  const rows = await rowsOf(figure.getByRole('table'));
  await figure.getByRole('button', { name: charts.drawing, exact: true }).click();
  return rows.map(([, value = '']) => numberOf(value));
}

/** The traces, from their tables. The first row of each is the whole request. */
async function readTraces(panel: Locator): Promise<string> {
  const traces: object[] = [];
  for (const table of await panel.getByRole('table').all())
    traces.push(
      (await rowsOf(table)).map(([name, start = '', duration = ''], place) => ({
        name,
        timestamp: durationUs(start),
        duration: durationUs(duration),
        ...(place > 0 && { parentId: 'whole' }),
      })),
    );
  return JSON.stringify(traces);
}

const TEXT_NAMES = ['metrics', 'info', 'clientList', 'slowLog', 'threads'] as const;

/** All that the page shows of the system as it was found. */
export async function readExhibits(student: Student): Promise<Exhibits> {
  const { page, language } = student;
  const { exhibits, dashboards } = incidentTexts(language);
  const open = async (name: keyof Exhibits['texts']) => {
    await page.getByRole('tab', { name: exhibits[name], exact: true }).click();
    return page.getByRole('tabpanel', { name: exhibits[name], exact: true });
  };
  const texts: Record<string, string> = {};
  for (const name of TEXT_NAMES) {
    const panel = await open(name);
    texts[name] = await panel.getByRole('region', { name: exhibits[name], exact: true }).innerText();
  }
  texts.trace = await readTraces(await open('trace'));
  const series: Record<string, number[]> = {};
  for (const name of ['p99Ms', 'waitMs', 'redisPercent'] as const)
    series[name] = await readDashboard(student, dashboards[name]);
  return { series, texts } as unknown as Exhibits;
}

export const feedbackOf = (page: Page): Locator => page.locator('section[aria-labelledby=incident-feedback]');

/** Names a cause and its evidence, with the settings as they are for the remedy. */
export async function diagnoseAs(
  { page, language }: Student,
  cause: Cause,
  evidence: readonly Observation[],
): Promise<void> {
  const { causes, diagnosis, observations } = incidentTexts(language);
  await page.getByRole('radio', { name: causes[cause], exact: true }).check();
  for (const observation of evidence)
    await page.getByRole('checkbox', { name: observations[observation], exact: true }).check();
  await page.getByRole('button', { name: diagnosis.submit, exact: true }).click();
}

/** Sets knobs to options with these names. */
async function set({ page, language }: Student, options: Readonly<Record<string, string>>): Promise<void> {
  const { knobs } = incidentTexts(language);
  for (const [knob, option] of Object.entries(options))
    await select(
      page.getByRole('combobox', { name: knobs[knob as keyof Texts['knobs']], exact: true }),
      option,
    );
}

/** Sets the knobs of a remedy back to what was found. */
export const undo = (student: Student, remedy: Changes): Promise<void> =>
  set(
    student,
    mapValues(remedy, () => incidentTexts(student.language).knobs.asFound),
  );

const mapValues = (changes: Changes, text: (option: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(changes).map(([knob, option]) => [knob, text(option ?? '')]));

/** Sets knobs, and runs the system with them. @returns whether the goal is met then */
export async function tryRemedy(student: Student, remedy: Changes): Promise<boolean> {
  const { page, language } = student;
  const { knobs, options, outcome } = incidentTexts(language);
  await set(
    student,
    mapValues(remedy, (option) => options[option as keyof Texts['options']]),
  );
  await page.getByRole('button', { name: knobs.try, exact: true }).click();
  const goal = page.getByRole('region', { name: outcome.title, exact: true });
  const row = goal.getByRole('row').filter({ hasText: outcome.tried });
  await expect(row).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: knobs.try, exact: true })).toBeVisible({ timeout: 60_000 });
  return (await row.getByRole('cell').last().innerText()) === outcome.yes;
}
