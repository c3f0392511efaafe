import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useRoute } from 'wouter';
import { presentLanguage } from '../../lab/appearance/appearance.ts';
import { factsOf } from '../../lib/languages.ts';
import { BridgeStatus } from '../../live/BridgeStatus.tsx';
import { live } from '../../live/live-state.ts';
import { Button } from '../../ui/Button.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { lazyParts } from '../../ui/prompt.tsx';
import { settings } from '../../ui/settings-state.ts';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { ROUTES, type RouteInfo } from '../routes.ts';
import styles from './Header.module.css';

const menu = lazyParts(() => import('./DisplayMenu.tsx'));
const LanguageMenu = menu('LanguageMenu');
const DisplayMenu = menu('DisplayMenu');

/** The header of every page: navigation and display settings. */
export function Header() {
  const t = useTranslations('app');
  const hasBridge = useStore(live, ({ status }) => status !== 'none');
  return (
    <header className={styles.header}>
      <a className={styles.wordmark} href="#/" title={t('tagline')}>
        <svg
          width="26"
          height="26"
          viewBox="0 0 32 32"
          fill="none"
          strokeWidth="3.6"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path stroke="var(--side-a)" d="M5 11.5h20M19.5 6l5.5 5.5-5.5 5.5" />
          <path stroke="var(--side-b)" d="M27 20.5H7M12.5 15 7 20.5l5.5 5.5" />
        </svg>
        {t('name')}
      </a>
      <nav aria-label={t('nav.label')}>
        <ul className={styles.nav}>
          {ROUTES.filter(({ isAside }) => !isAside).map((route) => (
            <NavLink key={route.path} route={route} />
          ))}
        </ul>
      </nav>
      {!hasBridge && <p className={styles.tagline}>{t('tagline')}</p>}
      <div className={styles.tools}>
        {hasBridge && <BridgeStatus />}
        <Guarded name="share">
          <Button
            variant="quiet"
            aria-label={t('share.label')}
            title={t('share.label')}
            onClick={() => ui.setState({ dialog: 'share' })}
          >
            <Icon name="link" />
          </Button>
        </Guarded>
        <Guarded name="open">
          <Button
            variant="quiet"
            aria-label={t('open.label')}
            title={t('open.label')}
            onClick={() => ui.setState({ dialog: 'open' })}
          >
            <Icon name="file" />
          </Button>
        </Guarded>
        <Button
          variant="quiet"
          aria-label={t('palette')}
          title={`${t('palette')} (/)`}
          onClick={() => ui.setState({ dialog: 'palette' })}
        >
          <Icon name="search" />
        </Button>
        <LanguageButton />
        <DisplayButton />
        <Button
          variant="quiet"
          className={styles.wide ?? ''}
          aria-label={t('keys.label')}
          title={`${t('keys.label')} (?)`}
          onClick={() => ui.setState({ dialog: 'keys' })}
        >
          <Icon name="keyboard" />
        </Button>
      </div>
    </header>
  );
}

function NavLink({ route }: { readonly route: RouteInfo }) {
  const t = useTranslations('app.nav');
  const [isHere] = useRoute(`${route.path}/*?`);
  const item = useRef<HTMLLIElement>(null);
  // A narrow screen does not show all pages: the present one is scrolled into view.
  useEffect(() => {
    if (!isHere) return;
    const frame = requestAnimationFrame(() =>
      item.current?.scrollIntoView({ inline: 'center', block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [isHere]);
  return (
    <li ref={item}>
      <Link
        href={route.path}
        className={styles.link}
        aria-current={isHere ? 'page' : undefined}
        onPointerEnter={route.fetchAhead}
        onFocus={route.fetchAhead}
      >
        {t(route.name)}
      </Link>
    </li>
  );
}

function LanguageButton() {
  const t = useTranslations('app.language');
  useStore(settings, (state) => state.language);
  useStore(ui, (state) => state.fromLink.lang);
  const name = factsOf(presentLanguage()).name;
  return (
    <MenuButton label={`${t('label')}: ${name}`} menu={LanguageMenu}>
      <Icon name="language" />
      <span className={styles.wide}>{name}</span>
    </MenuButton>
  );
}

function DisplayButton() {
  const t = useTranslations('app.display');
  return (
    <MenuButton label={t('label')} menu={DisplayMenu}>
      <Icon name="display" />
    </MenuButton>
  );
}
