import { useTranslations } from 'use-intl';
import { Button } from '../ui/Button.tsx';
import { Help } from '../ui/Help.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Sentence } from '../ui/ProblemList.tsx';
import { useWords } from '../ui/texts.tsx';
import { announce } from '../ui/ui-state.ts';
import { useStore } from '../ui/use-store.ts';
import styles from './BridgeStatus.module.css';
import { takePingAsRtt } from './live.ts';
import { live } from './live-state.ts';

/** The state of the bridge to a real Redis, when the page was opened with one; otherwise nothing. */
export function BridgeStatus() {
  const t = useTranslations('bridge');
  const words = useWords();
  const state = useStore(live);
  if (state.status === 'none') return null;
  if (state.status === 'connecting') return <Frame>{t('connecting')}</Frame>;
  if (state.status === 'failed' || state.status === 'cautious') {
    return (
      <Frame>
        <Help
          label={`${t('label')}: ${t('problem')}`}
          term={<span className={styles.problem}>{t('problem')}</span>}
        >
          <p>
            <Sentence problem={state.problem} /> <code>{state.problem.code}</code>
          </p>
        </Help>
      </Frame>
    );
  }
  const { redisVersion: version, place, host, pingUs } = state;
  const name = place === 'remote' ? t('remote', { version, host }) : t('private', { version });
  if (pingUs === undefined) {
    return (
      <Frame>
        {name} · {t('measuring')}
      </Frame>
    );
  }
  const time = words.duration(pingUs * 1000);
  const use = async () => {
    await takePingAsRtt();
    announce(t('used', { time }), { isVisible: true });
  };
  return (
    <Frame>
      <span className={styles.text}>
        <span>{name}</span> <span>{t('ping', { time })}</span>
      </span>
      <Button variant="small" onClick={use}>
        {t('use')}
      </Button>
    </Frame>
  );
}

function Frame({ children }: { readonly children: React.ReactNode }) {
  const t = useTranslations('bridge');
  return (
    <section className={styles.status} aria-label={t('label')}>
      <Icon name="redis" />
      {children}
    </section>
  );
}
