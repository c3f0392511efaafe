import { useTranslations } from 'use-intl';
import type { Messages } from '../../../i18n/texts.ts';
import { useWords } from '../../../ui/texts.tsx';
import type { ZipkinSpan } from '../exhibits/trace.ts';
import styles from './Incidents.module.css';

/** Spans of a trace that are listed; the copied text has all. */
const LISTED = 24;

/** Spans of the three requests as bars over the duration of each. */
export function Traces({ traces }: { readonly traces: readonly (readonly ZipkinSpan[])[] }) {
  return traces.map((spans, place) => (
    <Trace key={spans[0]?.traceId} spans={spans} place={String(place === traces.length - 1 ? 2 : place)} />
  ));
}

interface TraceProps {
  readonly spans: readonly ZipkinSpan[];
  readonly place: string;
}

function Trace({ spans, place }: TraceProps) {
  const t = useTranslations('incidents.trace');
  const failure = useTranslations('follow.failure');
  const words = useWords();
  const [root] = spans;
  if (!root) return null;
  const duration = (us: number) => words.duration(us * 1000);
  const { error, state } = root.tags;
  const listed = spans.slice(0, LISTED);
  return (
    <section
      className={styles.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
      tabIndex={0}
      aria-label={t('places', { place, duration: duration(root.duration) })}
    >
      <table className={styles.table}>
        <caption>
          {t('places', { place, duration: duration(root.duration) })}
          {state !== undefined && ` · ${t('open')}`}
          {error !== undefined &&
            ` · ${t('failed', { error: failure(error as keyof Messages['follow']['failure']) })}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('span')}</th>
            <th scope="col">{t('start')}</th>
            <th scope="col">{t('duration')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {listed.map((span) => {
            const start = span.timestamp - root.timestamp;
            const share = (us: number) => `${Math.min(100, (100 * us) / root.duration)}%`;
            return (
              <tr key={span.id}>
                <th scope="row">{span.name}</th>
                <td>{duration(Math.max(0, start))}</td>
                <td>{duration(span.duration)}</td>
                <td aria-hidden="true">
                  <div className={styles.track}>
                    <div
                      className={styles.bar}
                      style={{
                        insetInlineStart: share(Math.max(0, start)),
                        inlineSize: share(span.duration),
                      }}
                    />
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {spans.length > LISTED && <p className={styles.note}>{t('more', { count: spans.length - LISTED })}</p>}
    </section>
  );
}
