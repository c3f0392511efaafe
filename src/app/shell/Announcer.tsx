import { useEffect, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { run } from '../../lab/run/run-state.ts';
import { formatDuration } from '../../lib/format.ts';
import { detentOf, UNLIMITED_SPEED } from '../../lib/speed.ts';
import { announce, type UiState, ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import styles from './Announcer.module.css';

/** Longest delay of a key's effect, ms: some handlers load on first use. */
const EFFECT_MS = 250;

/** Announces the effect of a key that is otherwise only visible: speed, zoom, sides, alignment. */
function KeyAnnouncer({ pressed }: { readonly pressed: NonNullable<UiState['pressed']> }) {
  return <News pressed={pressed} />;
}

function News({ pressed }: { readonly pressed: NonNullable<UiState['pressed']> }) {
  const textOf = useNews();
  // A change of language is not announced.
  const latest = useRef(textOf);
  latest.current = textOf;
  useEffect(() => {
    let announcedText: string | undefined;
    const announceEffect = () => {
      const text = latest.current(pressed.id);
      if (text === undefined || text === announcedText) return;
      announcedText = text;
      announce(text);
    };
    const timer = setTimeout(announceEffect, EFFECT_MS);
    // A later effect is announced again.
    const end = ui.subscribe(() => announcedText !== undefined && announceEffect());
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [pressed]);
  return null;
}

/** The effect of a key by its command; undefined for those announced elsewhere. */
function useNews(): (id: string) => string | undefined {
  const tKeys = useTranslations('keys.said');
  const transport = useTranslations('transport');
  const zooms = useTranslations('stage.zoom');
  const pace = useTranslations('pace');
  const locale = useLocale();
  const speed = () => {
    const { speed: now = 0 } = run.getState().player?.playhead ?? {};
    const detent = detentOf(now);
    const value =
      now === 0 || now === UNLIMITED_SPEED
        ? transport(`detentHint.${now === 0 ? 'events' : 'max'}`)
        : transport('speedValue', { duration: formatDuration(now, locale) });
    return detent ? tKeys('speed', { name: transport(`detent.${detent.id}`), value }) : value;
  };
  const zoom = () => zooms(ui.getState().zoom);
  const effects: Readonly<Record<string, () => string>> = {
    slower: speed,
    faster: speed,
    closer: zoom,
    farther: zoom,
    compare: () => tKeys('sides', { side: ui.getState().only?.toUpperCase() ?? 'both' }),
    inStep: () => tKeys('inStep', { what: pace(`sync.${ui.getState().sync}`) }),
    elastic: () => tKeys('elastic', { isOn: String(ui.getState().isElastic) }),
    present: () => tKeys('present', { isOn: String(ui.getState().isPresenting) }),
  };
  return (id) => effects[id]?.();
}

/** Time that a notice stays on screen, ms. */
const SHOWN_MS = 6000;

/** The page's live region, and visible notices. */
export function Announcer() {
  const announcement = useStore(ui, (state) => state.announcement);
  const notice = useStore(ui, (state) => state.notice);
  const pressed = useStore(ui, (state) => state.pressed);
  useEffect(() => {
    if (notice.text === '') return;
    const timer = setTimeout(() => ui.setState({ notice: { text: '' } }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <>
      <div aria-live="polite" className="visually-hidden">
        {announcement.text}
      </div>
      {pressed && <KeyAnnouncer pressed={pressed} />}
      {notice.text !== '' && (
        <div className={styles.notice} aria-hidden="true">
          {notice.text}
        </div>
      )}
    </>
  );
}
