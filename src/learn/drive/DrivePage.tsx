import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { QrCode } from '../../lab/export/QrCode.tsx';
import { Problems, TransportBar } from '../../lab/page/parts.tsx';
import { StagePane } from '../../lab/page/StagePane.tsx';
import { live } from '../../live/live-state.ts';
import { fieldNamed } from '../../model/scenario/fields.ts';
import { AmountField, AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Radio, RadioGroup } from '../../ui/RadioGroup.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import styles from './Drive.module.css';
import {
  chooseScene,
  closeRoom,
  freeze,
  handOutAgain,
  openRoom,
  resetDriven,
  setGoal,
  setRest,
  startDriving,
} from './drive.ts';
import { drive } from './drive-state.ts';
import { FiguresTable } from './FiguresTable.tsx';
import { GoalResult } from './GoalResult.tsx';
import { type Part, SCENES, sceneNamed } from './scene.ts';
import { wholeOf } from './seats.ts';
import { useDriveTexts } from './use-drive-texts.ts';

/** A system that a class drives, on the projector: the stage, who drives what, and what it brings. */
export function DrivePage() {
  const t = useTranslations('drive');
  const isPresenting = useStore(ui, (state) => state.isPresenting);
  usePageTitle(t('title'));
  // The names are of the language in which the page was opened: another one changes no running system.
  const [studentName] = useState(() => (number: number) => t('seat.number', { number }));
  useEffect(() => {
    ui.setState({ isPresenting: true });
    const end = startDriving(studentName);
    return () => {
      end();
      ui.setState({ isPresenting: false });
    };
  }, [studentName]);
  return (
    <div className={styles.page} data-large={isPresenting}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys */}
      <section className={styles.panel} aria-labelledby="drive-title" tabIndex={0}>
        <header className={styles.header}>
          <a href="#/teach" className={styles.leave} aria-label={t('back')} title={t('back')}>
            <Icon name="close" />
          </a>
          <h1 id="drive-title">{t('title')}</h1>
        </header>
        {/* The students come in first: their way in is in sight without scrolling. */}
        <Room />
        <Result />
        <PartsTable />
        <TeacherActions />
        <GoalForm />
        <Steps />
        <SceneChoice />
      </section>
      <div className={styles.stage}>
        <Problems />
        <ErrorBoundary>
          <StagePane />
        </ErrorBoundary>
        <TransportBar hasBranches={false} />
      </div>
    </div>
  );
}

function Result() {
  const t = useTranslations('drive');
  const { figures, goal, isStale, scene } = useStore(drive);
  return (
    <section className={styles.section} aria-label={t('figures.title')}>
      <FiguresTable
        rows={[{ name: t(scene === 'clients' ? 'figures.service' : 'figures.whole'), figures }]}
        isStale={isStale}
      />
      {goal && <GoalResult figures={figures} goal={goal} />}
    </section>
  );
}

function PartsTable() {
  const t = useTranslations('drive');
  const text = useDriveTexts();
  const { scene, seats } = useStore(drive);
  const { parts } = sceneNamed(scene);
  return (
    <section className={styles.section} aria-labelledby="drive-parts">
      <h2 id="drive-parts">{t('table.title')}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('table.part')}</th>
            <th scope="col">{t('table.value')}</th>
            <th scope="col">{t('table.drivers')}</th>
            <th scope="col">{t('table.teacher')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => {
            const held = seats.seats.filter((seat) => seat.part === part.id);
            return (
              <tr key={part.id}>
                <th scope="row">{t(`part.${part.id}`)}</th>
                <td className={styles.value}>{text.bare(part.id, wholeOf(seats, part))}</td>
                <td className={styles.drivers}>
                  {held.length === 0
                    ? t('table.byTeacher')
                    : held
                        .map(({ number, share }) => `${number}\u00a0(${text.bare(part.id, share)})`)
                        .join(', ')}
                </td>
                <td>{part.path !== undefined && <Rest part={part} value={seats.rest[part.id] ?? 0} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles.note}>{t(scene === 'clients' ? 'scene.clientsNote' : 'rule')}</p>
      <p className={styles.note}>{t('when')}</p>
    </section>
  );
}

/** A number without a unit. */
const COUNT = {};

function Rest({ part, value }: { readonly part: Part; readonly value: number }) {
  const t = useTranslations('drive');
  return (
    <AmountInput
      className={styles.number}
      label={t('table.teacherNamed', { part: t(`part.${part.id}`) })}
      value={value}
      field={(part.path === undefined ? undefined : fieldNamed(part.path)) ?? COUNT}
      range={[0, part.max]}
      isWhole
      step={part.step}
      onChange={(next) => setRest(part.id, next)}
    />
  );
}

function TeacherActions() {
  const t = useTranslations('drive.act');
  const { isFrozen } = useStore(drive);
  return (
    <section className={styles.section} aria-label={t('label')}>
      <p className={styles.actions}>
        <Button aria-pressed={isFrozen} onClick={() => freeze(!isFrozen)}>
          {t(isFrozen ? 'unfreeze' : 'freeze')}
        </Button>
        <Button onClick={handOutAgain}>{t('deal')}</Button>
        <Button onClick={resetDriven}>{t('reset')}</Button>
      </p>
      <p role="status">{isFrozen ? t('frozen') : ''}</p>
    </section>
  );
}

/** The address of the students' page: short enough to type. */
const addressOf = (code: string, origins: readonly string[]): string =>
  `${origins[0] === undefined ? location.href.replace(/#.*$/s, '') : `${origins[0]}/`}#/learn/drive/${code}`;

function Room() {
  const t = useTranslations('drive.room');
  const { room, seats, problem } = useStore(drive);
  const isConnected = useStore(live, ({ status }) => status === 'connected');
  const [hasCode, setHasCode] = useState(false);
  const problems = useMemo(() => (problem ? [problem] : []), [problem]);
  const address = room && addressOf(room.code, room.origins);
  return (
    <section className={styles.section} aria-labelledby="drive-room">
      <h2 id="drive-room" className={room && 'visually-hidden'}>
        {t('title')}
      </h2>
      <ProblemList problems={problems} />
      {!room && !isConnected && <p>{t('none')}</p>}
      {!room && isConnected && (
        <p>
          <Button variant="strong" onClick={() => void openRoom()}>
            {t('open')}
          </Button>
        </p>
      )}
      {room && address !== undefined && (
        <>
          <div className={styles.wayIn}>
            <QrCode className={styles.smallQr} text={address} label={t('qrLabel')} />
            <div className={styles.section}>
              <p>
                {t('code')} <b className={styles.code}>{room.code}</b>
              </p>
              <p role="status">{t('count', { count: seats.seats.length })}</p>
              <p className={styles.actions}>
                <Button onClick={() => setHasCode(true)}>{t('qr')}</Button>
                <Button variant="quiet" onClick={closeRoom}>
                  {t('close')}
                </Button>
              </p>
            </div>
          </div>
          <p>
            {t('address')}{' '}
            <a className={styles.address} href={address} target="_blank" rel="noopener">
              {address}
            </a>
          </p>
          {room.origins.length === 0 && <p className={styles.note}>{t('here')}</p>}
          {hasCode && (
            <Modal title={t('qrTitle')} intro={t('qrIntro')} onClose={() => setHasCode(false)}>
              <QrCode className={styles.qr} text={address} label={t('qrLabel')} />
              <p className={styles.address}>{address}</p>
            </Modal>
          )}
        </>
      )}
    </section>
  );
}

function GoalForm() {
  const t = useTranslations('drive.goal');
  const { goal, scene } = useStore(drive);
  const first = sceneNamed(scene).goal;
  return (
    <fieldset className={styles.section}>
      <legend>{t('title')}</legend>
      <label>
        <Checkbox isOn={goal !== null} onChange={(isWanted) => setGoal(isWanted ? first : null)} /> {t('has')}
      </label>
      {goal && (
        <div className={styles.fields}>
          <AmountField
            className={styles.field}
            inputClass={styles.number}
            label={t('p99')}
            value={goal.p99Ms}
            field={{ unit: 'ms' }}
            range={[0.001, Number.POSITIVE_INFINITY]}
            onChange={(p99Ms) => setGoal({ ...goal, p99Ms })}
          />
          <AmountField
            className={styles.field}
            inputClass={styles.number}
            label={t('perSecond')}
            value={goal.perSecond}
            field={{ unit: '1/s' }}
            range={[0, Number.POSITIVE_INFINITY]}
            onChange={(perSecond) => setGoal({ ...goal, perSecond })}
          />
        </div>
      )}
    </fieldset>
  );
}

function Steps() {
  const t = useTranslations('drive');
  const text = useDriveTexts();
  const { steps } = useStore(drive);
  if (steps.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="drive-steps">
      <h2 id="drive-steps">{t('steps.title')}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('steps.change')}</th>
            <th scope="col">{t('figures.throughput')}</th>
            <th scope="col">{t('figures.p99')}</th>
            <th scope="col">{t('steps.goal')}</th>
          </tr>
        </thead>
        <tbody>
          {steps.toReversed().map(({ number, changes, figures, isMet }) => (
            <tr key={number}>
              <th scope="row">
                {number === 1
                  ? t('steps.start')
                  : changes.length === 0
                    ? t('steps.same')
                    : text.list(
                        changes.map(({ part, to }) =>
                          t('steps.to', { part: t(`part.${part}`), value: text.amount(part, to) }),
                        ),
                      )}
              </th>
              <td>{text.perSecond(figures)}</td>
              <td>{text.p99(figures)}</td>
              <td>{isMet === undefined ? '' : isMet ? '✓' : '✗'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SceneChoice() {
  const t = useTranslations('drive.scene');
  const { scene } = useStore(drive);
  return (
    <section className={styles.section}>
      <h2 id="drive-scene">{t('label')}</h2>
      <RadioGroup className={styles.scenes} labelledBy="drive-scene" value={scene} onChoose={chooseScene}>
        {SCENES.map(({ id }) => (
          <label key={id}>
            <Radio value={id} />
            <span>
              <strong>{t(id)}</strong>
              <br />
              {t(id === 'pool' ? 'poolNote' : 'clientsNote')}
            </span>
          </label>
        ))}
      </RadioGroup>
    </section>
  );
}
