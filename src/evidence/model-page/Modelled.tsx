import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PLACES } from '../../model/analysis/phase-place.ts';
import { threadStates } from '../../model/engine/generated/abi.ts';
import { useWords } from '../../ui/texts.tsx';
import { ChoiceTable } from './ChoiceTable.tsx';
import styles from './Model.module.css';
import { RequestPath } from './RequestPath.tsx';

/** Settings of TCP and of the link. */
const NETWORK = ['mbitPerSec', 'lossPercent', 'slowStart', 'windowBytes', 'nagle'] as const;
/** A turn of Redis' main loop. */
const LOOP = ['append', 'replies', 'wait', 'read', 'cron'] as const;

/** Machines, network, server, clients, workload, and their metrics. */
export function Modelled() {
  const t = useTranslations('model.modelled');
  return (
    <>
      <p>{t('intro')}</p>
      <Part title={t('machines.title')}>
        <p>{t('machines.text')}</p>
        <p>{t('machines.more')}</p>
        <States />
      </Part>
      <Part title={t('network.title')}>
        <p>{t('network.text')}</p>
        <NetworkTable />
      </Part>
      <Part title={t('server.title')}>
        <p>{t('server.text')}</p>
        <ol>
          {LOOP.map((step) => (
            <li key={step}>{t(`server.loop.${step}`)}</li>
          ))}
        </ol>
        <ChoiceTable caption={t('server.caption')} paths={['server.ioThreads.kind']} />
        <p>{t('server.more')}</p>
      </Part>
      <Part title={t('clients.title')}>
        <p>{t('clients.text')}</p>
        <ChoiceTable
          caption={t('clients.caption')}
          paths={['client.runtime.kind', 'client.io.kind', 'client.connections.kind']}
        />
      </Part>
      <Part title={t('workload.title')}>
        <p>{t('workload.text')}</p>
        <ChoiceTable
          caption={t('workload.caption')}
          paths={['workload.arrivals.kind', 'workload.batch.kind']}
        />
      </Part>
      <Part title={t('measured.title')}>
        <p>{t('measured.text')}</p>
        <p>{t('measured.more')}</p>
        <p className={styles.note}>
          {t('measured.hint', {
            places: PLACES.map((place) => t(`measured.places.${place}`)).join(t('measured.then')),
          })}
        </p>
        <RequestPath />
      </Part>
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ title, children }: PartProps) {
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function States() {
  const t = useTranslations('model.modelled.machines');
  const model = useTranslations('model.modelled');
  const stage = useTranslations('state');
  return (
    <table className={styles.table}>
      <caption>{t('caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('state')}</th>
          <th scope="col">{model('meaning')}</th>
        </tr>
      </thead>
      <tbody>
        {threadStates.map((state) => (
          <tr key={state}>
            <th scope="row">{stage(state)}</th>
            <td>{t(`states.${state}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NetworkTable() {
  const t = useTranslations('model.modelled.network');
  const { labelOf } = useWords();
  return (
    <table className={styles.table}>
      <caption>{t('caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('setting')}</th>
          <th scope="col">{t('rule')}</th>
        </tr>
      </thead>
      <tbody>
        {NETWORK.map((name) => (
          <tr key={name}>
            <th scope="row">{labelOf(`network.${name}`)}</th>
            <td>{t(`settings.${name}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
