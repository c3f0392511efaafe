import { Fragment, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { valueText } from '../../lab/settings/value-text.ts';
import { libraryById } from '../../model/libraries/library.ts';
import { isStandIn, type MeaningId, meaningOf } from '../../model/libraries/meanings.ts';
import { fieldNamed } from '../../model/scenario/fields.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import type { Subject } from '../diagnosis/finding.ts';
import { optionText } from '../diagnosis/option-text.ts';
import type { Origin, Reading } from '../system.ts';
import { OriginLine } from './OriginLine.tsx';
import styles from './System.module.css';

interface ReadResultProps {
  readonly reading: Reading;
  readonly subject: Subject | undefined;
}

/** Options that are known and set no field, with what each means. */
function optionsWithoutField({ library, options, unused }: Reading): LineListProps['items'] {
  const known = library ? libraryById(library.id) : undefined;
  const placed = new Set(options.map(({ origin }) => JSON.stringify(origin)));
  const without = [
    ...options.filter(({ option }) => known?.options.some(({ id, sets }) => id === option && sets === null)),
    ...unused.filter(({ meaning, origin }) => meaning === 'outside' && !placed.has(JSON.stringify(origin))),
  ];
  return without.map(({ option, origin }) => ({ option, origin, meaning: meaningOf(option) }));
}

/** Options that the chosen kind of connections does not use. */
const notUsed = ({ settings }: Reading, subject: Subject | undefined) =>
  settings.flatMap(({ path, origin }) =>
    origin.from !== 'line' || !subject || subject.settings.some((own) => own.path === path)
      ? []
      : [{ option: origin.key, origin, meaning: undefined }],
  );

/** Every value of the scenario with its line, default or assumption; and what has no place in the model. */
export function ReadResult({ reading, subject }: ReadResultProps) {
  const t = useTranslations('system.read');
  const words = useWords();
  const library = reading.library ? libraryById(reading.library.id) : undefined;
  const { unused, missing } = reading;
  const outside = useMemo(
    () => [...optionsWithoutField(reading), ...notUsed(reading, subject)],
    [reading, subject],
  );
  // Without a client there is no scenario: proposals would describe nothing.
  const settings =
    subject?.settings.filter(({ origin }) => !subject.isServerOnly || origin.from === 'line') ?? [];
  return (
    <details className={styles.read} open>
      <summary>{t('title')}</summary>
      {library && (
        <p>
          {t('library', {
            name: library.name,
            version: reading.library?.version ?? reading.library?.assumed ?? '',
            isAssumed: reading.library?.version === null ? 'yes' : 'no',
          })}
        </p>
      )}
      {library && isStandIn(library.id) && <p className={styles.soft}>{t(`standIns.${library.id}`)}</p>}
      {missing.length > 0 && <p className={styles.wrong}>{t('missing', { keys: missing.join(', ') })}</p>}
      {settings.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <caption className="visually-hidden">{t('title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('setting')}</th>
                <th scope="col">{t('value')}</th>
                <th scope="col">{t('origin')}</th>
              </tr>
            </thead>
            <tbody>
              {settings.map(({ path, value, origin, cache }) => {
                const field = fieldNamed(path);
                return (
                  <tr key={path}>
                    <th scope="row">{words.labelOf(path) ?? path}</th>
                    <td>
                      {field ? valueText(field, value, words) : JSON.stringify(value)}
                      {cache && (
                        <div className={styles.soft}>
                          {t('cache', {
                            ...{ size: optionText(cache.bytes, 'bytes'), caches: cache.caches },
                            ...{ entry: cache.entryBytes, key: cache.keyBytes },
                          })}
                        </div>
                      )}
                    </td>
                    <td>
                      <OriginLine origin={origin} reading={reading} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {outside.length > 0 && (
        <>
          <h3>{t('outside')}</h3>
          <LineList reading={reading} items={outside} />
        </>
      )}
      {([null, 'other'] as const).map((meaning) => {
        const own = unused.filter((each) => each.meaning === meaning);
        return own.length === 0 ? null : (
          <Fragment key={meaning}>
            <h3>{t(`unused.${meaning ?? 'unknown'}`)}</h3>
            <LineList reading={reading} items={own.map(({ option, origin }) => ({ option, origin }))} />
          </Fragment>
        );
      })}
      {reading.pieces.map(({ piece, unread = [] }) =>
        unread.length === 0 ? null : (
          <p key={piece.id} className={styles.soft}>
            <UnreadLines name={piece.name || t('pasted')} lines={unread} />
          </p>
        ),
      )}
    </details>
  );
}

/** Items that are drawn at once: thousands would block the page. */
const SHOWN_ITEMS = 100;

interface LineListProps {
  readonly reading: Reading;
  readonly items: readonly {
    readonly option: string;
    readonly origin: Origin;
    readonly meaning?: MeaningId | undefined;
  }[];
}

/** Options with their lines; of many the first ones. */
function LineList({ reading, items }: LineListProps) {
  const t = useTranslations('system.read');
  const [shown, setShown] = useState(SHOWN_ITEMS);
  return (
    <>
      <ul>
        {items.slice(0, shown).map(({ origin, option, meaning }) => (
          <li key={JSON.stringify([option, origin])}>
            <OriginLine origin={origin} reading={reading} />
            {meaning && <div className={styles.soft}>{t(`meanings.${meaning}`)}</div>}
          </li>
        ))}
      </ul>
      <More shown={shown} total={items.length} onMore={() => setShown(shown + SHOWN_ITEMS)} />
    </>
  );
}

/** The numbers of lines from which nothing was taken; of many stretches the first ones. */
function UnreadLines({ name, lines }: { readonly name: string; readonly lines: readonly number[] }) {
  const t = useTranslations('system.read');
  const [shown, setShown] = useState(SHOWN_ITEMS);
  const ranges = useMemo(() => rangesOf(lines), [lines]);
  return (
    <>
      {t('unread', { name, lines: ranges.slice(0, shown).join(', ') })}{' '}
      <More shown={shown} total={ranges.length} onMore={() => setShown(shown + SHOWN_ITEMS)} />
    </>
  );
}

interface MoreProps {
  readonly shown: number;
  readonly total: number;
  readonly onMore: () => void;
}

function More({ shown, total, onMore }: MoreProps) {
  const t = useTranslations('system.read');
  return shown >= total ? null : (
    <Button variant="small" onClick={onMore}>
      {t('more', { count: Math.min(SHOWN_ITEMS, total - shown), total })}
    </Button>
  );
}

/** Numbers of lines, with neighbours as ranges: `3–9`, `14`. */
function rangesOf(lines: readonly number[]): string[] {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
}
