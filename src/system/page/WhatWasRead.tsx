import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import { valueText } from '../../lab/settings/value-text.ts';
import { libraryById } from '../../model/libraries/library.ts';
import { isStandIn, meaningOf } from '../../model/libraries/meanings.ts';
import { fieldNamed } from '../../model/scenario/fields.ts';
import { useWords } from '../../ui/texts.tsx';
import type { Subject } from '../diagnosis/finding.ts';
import type { Reading } from '../system.ts';
import { OriginLine } from './OriginLine.tsx';
import styles from './System.module.css';

interface WhatWasReadProps {
  readonly reading: Reading;
  readonly subject: Subject | undefined;
}

/** Every value of the scenario with its line, default or assumption; and what has no place in the model. */
export function WhatWasRead({ reading, subject }: WhatWasReadProps) {
  const t = useTranslations('system.read');
  const words = useWords();
  const library = reading.library ? libraryById(reading.library.id) : undefined;
  const { unused, missing } = reading;
  // Options of the library that set no field.
  const without = [
    ...reading.options.filter(({ option }) =>
      library?.options.some(({ id, sets }) => id === option && sets === null),
    ),
    ...unused.filter(
      ({ meaning, origin }) =>
        meaning === 'outside' &&
        !reading.options.some((each) => JSON.stringify(each.origin) === JSON.stringify(origin)),
    ),
  ];
  const outside = without.map(({ option, origin }) => ({ option, origin, meaning: meaningOf(option) }));
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
              {settings.map(({ path, value, origin }) => {
                const field = fieldNamed(path);
                return (
                  <tr key={path}>
                    <th scope="row">{words.labelOf(path) ?? path}</th>
                    <td>{field ? valueText(field, value, words) : JSON.stringify(value)}</td>
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
          <ul>
            {outside.map(({ origin, option, meaning }) => (
              <li key={JSON.stringify([option, origin])}>
                <OriginLine origin={origin} reading={reading} />
                {meaning && <div className={styles.soft}>{t(`meanings.${meaning}`)}</div>}
              </li>
            ))}
          </ul>
        </>
      )}
      {([null, 'other'] as const).map((meaning) => {
        const own = unused.filter((each) => each.meaning === meaning);
        return own.length === 0 ? null : (
          <Fragment key={meaning}>
            <h3>{t(`unused.${meaning ?? 'unknown'}`)}</h3>
            <ul>
              {own.map(({ origin, option }) => (
                <li key={JSON.stringify([option, origin])}>
                  <OriginLine origin={origin} reading={reading} />
                </li>
              ))}
            </ul>
          </Fragment>
        );
      })}
      {reading.pieces.map(({ piece, unread = [] }) =>
        unread.length === 0 ? null : (
          <p key={piece.id} className={styles.soft}>
            {t('unread', { name: piece.name || t('pasted'), lines: rangesOf(unread) })}
          </p>
        ),
      )}
    </details>
  );
}

/** Numbers of lines, with neighbours as ranges: `3–9, 14`. */
function rangesOf(lines: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}
