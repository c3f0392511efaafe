import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Slider } from '../../ui/Slider.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Board, Own, SeatView } from './board.ts';
import styles from './Drive.module.css';
import { FiguresTable } from './FiguresTable.tsx';
import { GoalResult } from './GoalResult.tsx';
import { joinRoom, seatState } from './seat-client.ts';
import { useDriveTexts } from './use-drive-texts.ts';

/** A student's page: one part of the system on the projector. */
export function SeatPage({ code }: { readonly code: string }) {
  const t = useTranslations('drive');
  usePageTitle(t('title'));
  return (
    <div className={styles.seat}>
      <div className={styles.seatColumn}>{code === '' ? <JoinForm /> : <Seated code={code} />}</div>
    </div>
  );
}

function JoinForm() {
  const t = useTranslations('drive');
  const [typed, setTyped] = useState('');
  const join = (event: FormEvent) => {
    event.preventDefault();
    const code = typed.replace(/\W/g, '');
    if (code !== '') location.hash = `#/learn/drive/${code.toUpperCase()}`;
  };
  return (
    <form className={styles.section} onSubmit={join}>
      <h1>{t('title')}</h1>
      <p>{t('intro')}</p>
      <label className={styles.field}>
        {t('seat.code')}
        <input
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={12}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <p>
        <Button type="submit" variant="strong">
          {t('seat.join')}
        </Button>
      </p>
    </form>
  );
}

function Seated({ code }: { readonly code: string }) {
  const { view, problem } = useStore(seatState);
  const [change, setChange] = useState<(share: number) => void>();
  const problems = useMemo(() => (problem ? [{ code: problem, path: '' }] : []), [problem]);
  useEffect(() => {
    const room = joinRoom(code);
    setChange(() => room.change);
    return room.leave;
  }, [code]);
  return (
    <>
      <ProblemList problems={problems} />
      {problem === 'DRV-02' && <JoinForm />}
      {view?.own && change ? (
        <Part board={view.board} own={view.own} change={change} />
      ) : (
        problem !== 'DRV-02' && <Waiting view={view} />
      )}
    </>
  );
}

function Waiting({ view }: { readonly view: SeatView | undefined }) {
  const t = useTranslations('drive');
  return (
    <>
      <h1>{t('title')}</h1>
      <p role="status">{t(view ? 'seat.wait' : 'seat.joining')}</p>
    </>
  );
}

interface PartProps {
  readonly board: Board;
  readonly own: Own;
  readonly change: (share: number) => void;
}

function Part({ board, own, change }: PartProps) {
  const t = useTranslations('drive');
  const text = useDriveTexts();
  const part = board.parts.find(({ id }) => id === own.part);
  const others = (part?.drivers.length ?? 1) - 1;
  const isClient = own.part === 'client';
  return (
    <>
      <header className={styles.section}>
        <h1>{t('seat.title', { part: t(`part.${own.part}`) })}</h1>
        <p className={styles.note}>{t('seat.number', { number: own.number })}</p>
        <p>{t(`about.${own.part}`)}</p>
      </header>
      <Share own={own} isFrozen={board.isFrozen} change={change} />
      <p>
        {!isClient && part && (
          <>
            {t('seat.whole', { part: t(`part.${own.part}`), whole: text.amount(own.part, part.whole) })}{' '}
            {t('seat.with', { count: others })}{' '}
          </>
        )}
        {t('seat.limit', { limit: text.amount(own.part, own.limit) })} {!isClient && t('rule')}
      </p>
      <section className={styles.section} aria-labelledby="drive-figures">
        <h2 id="drive-figures">{t('figures.title')}</h2>
        <FiguresTable
          rows={[
            { name: t(isClient ? 'figures.service' : 'figures.whole'), figures: board.figures },
            { name: t(isClient ? 'figures.ownClient' : 'figures.own'), figures: own.figures },
          ]}
        />
        <p className={styles.note}>{board.isStale ? t('figures.running') : '\u00a0'}</p>
        {board.goal && <GoalResult figures={board.figures} goal={board.goal} />}
      </section>
      {board.parts.length > 1 && (
        <section className={styles.section} aria-labelledby="drive-parts">
          <h2 id="drive-parts">{t('seat.others')}</h2>
          <ul className={styles.parts}>
            {board.parts.map(({ id, whole, drivers }) => (
              <li key={id}>
                <strong>{t(`part.${id}`)}</strong>: {text.amount(id, whole)} (
                {drivers.length > 0
                  ? drivers.map((number) => t('seat.number', { number })).join(', ')
                  : t('table.byTeacher')}
                )
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Share({ own, isFrozen, change }: Omit<PartProps, 'board'> & { readonly isFrozen: boolean }) {
  const t = useTranslations('drive.seat');
  const text = useDriveTexts();
  const id = useId();
  const { share = own.share, isSending, problem } = useStore(seatState);
  const set = (value: number) => {
    const next = Math.min(own.limit, Math.max(0, value));
    if (!isFrozen && next !== share) change(next);
  };
  return (
    <section className={styles.section} aria-labelledby={`${id}-title`} data-frozen={isFrozen}>
      <h2 id={`${id}-title`}>{t('share')}</h2>
      <output className={styles.amount} htmlFor={id}>
        {text.amount(own.part, share)}
      </output>
      <div className={styles.turn}>
        <Button
          aria-label={t('less')}
          aria-disabled={isFrozen || share <= 0}
          onClick={() => set(share - own.step)}
        >
          −
        </Button>
        <Slider
          id={id}
          min={0}
          max={own.limit}
          step={own.step}
          value={share}
          disabled={isFrozen}
          aria-labelledby={`${id}-title`}
          aria-valuetext={text.amount(own.part, share)}
          onChange={(event) => set(Number(event.target.value))}
        />
        <Button
          aria-label={t('more')}
          aria-disabled={isFrozen || share >= own.limit}
          onClick={() => set(share + own.step)}
        >
          +
        </Button>
      </div>
      <p className={styles.note} role="status">
        {isFrozen ? t('frozen') : isSending && problem ? t('late') : ''}
      </p>
    </section>
  );
}
