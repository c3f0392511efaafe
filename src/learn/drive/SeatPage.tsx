import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Slider } from '../../ui/Slider.tsx';
import { announce } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import type { Board, Own, SeatView } from './board.ts';
import styles from './Drive.module.css';
import { FiguresTable } from './FiguresTable.tsx';
import { GoalResult } from './GoalResult.tsx';
import { sceneNamed } from './scene.ts';
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
      {problem === 'DRV-01' && <Closed />}
      {problem === 'DRV-01' || problem === 'DRV-02' ? null : view?.own && change ? (
        <Part board={view.board} own={view.own} change={change} />
      ) : (
        <Waiting view={view} />
      )}
    </>
  );
}

/** Nothing can be driven until the teacher opens a room. */
function Closed() {
  const t = useTranslations('drive');
  return <h1>{t('title')}</h1>;
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
  const most = sceneNamed(board.scene).parts.find(({ id }) => id === own.part)?.max;
  const title = t('seat.title', { part: t(`part.${own.part}`) });
  useAnnounced(title);
  return (
    <>
      <header className={styles.section}>
        <h1>{title}</h1>
        <p className={styles.note}>{t('seat.number', { number: own.number })}</p>
        <p>{t(`about.${own.part}`)}</p>
      </header>
      <Share own={own} isFrozen={board.isFrozen} change={change} />
      {!isClient && part && most !== undefined && (
        <p>
          {t('seat.whole', {
            whole: text.bare(own.part, part.whole),
            most: text.amount(own.part, most),
            count: others,
          })}
        </p>
      )}
      <section className={styles.section} aria-labelledby="drive-figures">
        <h2 id="drive-figures">{t('figures.title')}</h2>
        <FiguresTable
          rows={[
            { name: t(isClient ? 'figures.service' : 'figures.whole'), figures: board.figures },
            ...(own.part === 'batch' || own.part === 'rtt'
              ? []
              : [{ name: t(isClient ? 'figures.ownClient' : 'figures.own'), figures: own.figures }]),
          ]}
          isStale={board.isStale}
        />
        {board.goal && <GoalResult figures={board.figures} goal={board.goal} />}
      </section>
      {board.parts.length > 1 && (
        <section className={styles.section} aria-labelledby="drive-parts">
          <h2 id="drive-parts">{t('seat.others')}</h2>
          <ul className={styles.parts}>
            {board.parts.map(({ id, whole, drivers }) => (
              <li key={id}>
                {t.rich('seat.line', {
                  b: (chunks) => <strong>{chunks}</strong>,
                  part: t(`part.${id}`),
                  value: text.bare(id, whole),
                  drivers:
                    drivers.length > 0
                      ? text.list(drivers.map((number) => t('seat.number', { number })))
                      : t('table.byTeacher'),
                })}
              </li>
            ))}
          </ul>
          <p className={styles.note}>{t('rule')}</p>
        </section>
      )}
    </>
  );
}

/** Says a heading that has changed without an action of the student. */
function useAnnounced(title: string): void {
  const first = useRef(title);
  useEffect(() => {
    if (title !== first.current) announce(title);
    first.current = title;
  }, [title]);
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
      {/* The slider says the same value: a live region would say it twice. */}
      <p className={styles.amount}>{text.amount(own.part, share)}</p>
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
      <p className={styles.scale}>
        <span aria-hidden="true">{text.bare(own.part, 0)}</span>
        <span>{t('limit', { limit: text.amount(own.part, own.limit) })}</span>
      </p>
      <p className={styles.note} role="status">
        {isFrozen ? t('frozen') : isSending && problem ? t('late') : ''}
      </p>
    </section>
  );
}
