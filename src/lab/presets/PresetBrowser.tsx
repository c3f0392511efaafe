import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { loadCatalogue } from '../../i18n/catalogue.ts';
import type { Help } from '../../i18n/explanation-texts.ts';
import { loadHelp } from '../../i18n/explanations.ts';
import { LANGUAGES } from '../../lib/languages.ts';
import { presetById } from '../../model/scenario/library.ts';
import { pairs, presetIds } from '../../model/scenario/presets.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useGrowing } from '../../ui/use-growing.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { StagePicture } from '../picture/StagePicture.tsx';
import { choosePair, choosePreset } from '../settings/edit.ts';
import { SIDES } from '../settings/experiment-state.ts';
import styles from './PresetBrowser.module.css';

/** The system of a preset, or those of a pair, as a small still of the stage. */
function PresetPicture({ a, b }: { readonly a: string; readonly b?: string }) {
  const scenarios = useMemo(
    () => [a, b].flatMap((id) => (id === undefined ? [] : (presetById(id)?.scenario ?? []))),
    [a, b],
  );
  return (
    <div className={styles.picture} data-sides={scenarios.length}>
      <StagePicture scenarios={scenarios} />
    </div>
  );
}

/** The owner in an issue's name: the texts write lettuce#835 for redis/lettuce#835. */
const OWNER = /^[\w.-]+\/(?=[\w.-]+#)/;

/** Entries that render in one task; more than a screen shows. */
const ENTRIES_AT_ONCE = 12;

const close = () => ui.setState({ dialog: undefined });

/** All pairs and presets with their subject; search in either language. */
export function PresetBrowser() {
  const t = useTranslations('browse');
  const words = useWords();
  const { presets } = words;
  const help = useLoaded(loadHelp, words.language);
  const everything = useSearchText();
  const [query, setQuery] = useState('');
  const field = useId();
  const matches = (id: string) => {
    const text = everything.get(id) ?? '';
    return query
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word.replace(OWNER, '')));
  };
  const foundPairs = pairs.filter(({ id }) => matches(`pair ${id}`));
  const foundPresets = presetIds.filter(matches);
  const count = foundPairs.length + foundPresets.length;
  const drawn = useGrowing(count, ENTRIES_AT_ONCE);
  return (
    <Modal title={t('title')} intro={t('intro')} isWide onClose={close}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the controls inside */}
      <div className={styles.browser} onKeyDown={moveFocus}>
        <label htmlFor={field} className="visually-hidden">
          {t('search')}
        </label>
        <input
          id={field}
          className={styles.search}
          // biome-ignore lint/a11y/noAutofocus: a dialog that is for searching begins there
          autoFocus
          type="search"
          autoComplete="off"
          placeholder={t('search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p role="status" className={styles.count}>
          {t('count', { count })}
        </p>
        {foundPairs.length > 0 && (
          <section>
            <h3 className={styles.group}>{t('pairs')}</h3>
            <ul className={styles.list}>
              {foundPairs.slice(0, drawn).map((pair) => (
                <li key={pair.id} className={styles.entry}>
                  <PresetPicture a={pair.a} b={pair.b} />
                  <button
                    type="button"
                    className={styles.pair}
                    data-result
                    onClick={() => {
                      void choosePair(pair);
                      close();
                    }}
                  >
                    <span className={styles.title}>{presets.pairs[pair.id]}</span>
                    <span className={styles.sides}>
                      {SIDES.map((side) => (
                        <span key={side}>
                          <SideBadge side={side} /> {presets.titles[pair[side]]}
                        </span>
                      ))}
                    </span>
                    <span className={styles.note}>{help?.notices[pair.id]}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {drawn > foundPairs.length && (
          <section>
            <h3 className={styles.group}>{t('systems')}</h3>
            <ul className={styles.list}>
              {foundPresets.slice(0, drawn - foundPairs.length).map((id) => (
                <li key={id} className={styles.entry}>
                  <PresetPicture a={id} />
                  <div className={styles.about}>
                    <span className={styles.title}>{presets.titles[id]}</span>
                    <span className={styles.note}>{help?.presets[id]}</span>
                    {help && id in help.alone && <span className={styles.note}>{help.alone[id]}</span>}
                  </div>
                  <PresetButtons id={id} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Modal>
  );
}

/** Applies a preset to one side; the dialog stays open for the other side. */
function PresetButtons({ id }: { readonly id: string }) {
  const t = useTranslations('browse');
  const presets = useWords().presets;
  const title = presets.titles[id] ?? id;
  return (
    <span className={styles.buttons}>
      {SIDES.map((side) => (
        <Button
          key={side}
          variant="small"
          data-result
          aria-label={t('use', { title, side: side.toUpperCase() })}
          onClick={() => choosePreset(side, id)}
        >
          <SideBadge side={side} />
        </Button>
      ))}
    </span>
  );
}

/** Up and down move between results, and from the first one to the search field. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-result]')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
}

/** Search texts by id: titles and descriptions in all languages, in lower case. Grows while they load. */
function useSearchText(): ReadonlyMap<string, string> {
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(searchText([]));
  useEffect(() => {
    let isWanted = true;
    Promise.all(
      LANGUAGES.map(async (language) => {
        const [{ presets }, help] = await Promise.all([loadCatalogue(language), loadHelp(language)]);
        return { ...presets, help };
      }),
    ).then((all) => isWanted && setTexts(searchText(all)));
    return () => {
      isWanted = false;
    };
  }, []);
  return texts;
}

interface LanguageTexts {
  readonly titles: Readonly<Record<string, string>>;
  readonly pairs: Readonly<Record<string, string>>;
  readonly help: Help;
}

function searchText(languages: readonly LanguageTexts[]): ReadonlyMap<string, string> {
  const joinTexts = (id: string, more: readonly (string | undefined)[]) =>
    [id, ...more].join(' ').toLowerCase();
  const of = (id: string) =>
    languages.flatMap(({ titles, help }) => [titles[id], help.presets[id], help.alone[id]]);
  return new Map([
    ...presetIds.map((id): [string, string] => [id, joinTexts(id, of(id))]),
    ...pairs.map(({ id, a, b }): [string, string] => {
      const own = languages.flatMap((texts) => [texts.pairs[id], texts.help.notices[id]]);
      const sides = languages.flatMap(({ titles }) => [titles[a], titles[b]]);
      return [`pair ${id}`, joinTexts(id, [...own, ...sides])];
    }),
  ]);
}
