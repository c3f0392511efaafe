import { DropdownMenu } from 'radix-ui';
import { useTranslations } from 'use-intl';
import { Link, useRoute } from 'wouter';
import { useStore } from 'zustand';
import { announce } from '../../actions/announce.ts';
import { presentLanguage, togglePresenting } from '../../actions/appearance.ts';
import { copyLink } from '../../actions/link.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/languages.ts';
import { type MotionChoice, settings, type ThemeChoice } from '../../stores/settings.ts';
import { ui } from '../../stores/ui.ts';
import { BridgeStatus } from '../live/BridgeStatus.tsx';
import { ROUTES, type RouteInfo } from '../routes.ts';
import { Button } from '../shared/Button.tsx';
import { Icon } from '../shared/Icon.tsx';
import styles from './Header.module.css';
import { Choices, MenuFrame } from './Menu.tsx';

const themes = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const satisfies Record<
  ThemeChoice,
  string
>;
const motions = {
  system: 'motionSystem',
  full: 'motionFull',
  reduce: 'motionReduce',
} as const satisfies Record<MotionChoice, string>;

type ThemeName = (typeof themes)[ThemeChoice];
type MotionName = (typeof motions)[MotionChoice];

/** Above every page: where one is, and how one wants to see it. */
export function Header() {
  const t = useTranslations('app');
  return (
    <header className={styles.header}>
      <a className={styles.wordmark} href="#/lab" title={t('tagline')}>
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
          {ROUTES.map((route) => (
            <NavLink key={route.path} route={route} />
          ))}
        </ul>
      </nav>
      <p className={styles.tagline}>{t('tagline')}</p>
      <div className={styles.tools}>
        <BridgeStatus />
        <ShareButton />
        <Button
          look="quiet"
          aria-label={t('open.label')}
          title={t('open.label')}
          onClick={() => ui.setState({ dialog: 'open' })}
        >
          <Icon name="file" />
        </Button>
        <LanguageMenu />
        <DisplayMenu />
        <Button
          look="quiet"
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
  const [isHere] = useRoute(route.path);
  return (
    <li>
      <Link href={route.path} className={styles.link} aria-current={isHere ? 'page' : undefined}>
        {t(route.name)}
      </Link>
    </li>
  );
}

function ShareButton() {
  const t = useTranslations('app.share');
  const share = async () => announce((await copyLink()) ? t('done') : t('failed'), { isVisible: true });
  return (
    <Button look="quiet" aria-label={t('label')} title={t('label')} onClick={share}>
      <Icon name="link" />
    </Button>
  );
}

function LanguageMenu() {
  const t = useTranslations('app.language');
  useStore(settings, (state) => state.language);
  useStore(ui, (state) => state.fromLink.lang);
  const language = presentLanguage();
  return (
    <MenuFrame
      label={`${t('label')}: ${LANGUAGE_NAMES[language]}`}
      trigger={
        <>
          <Icon name="language" />
          <span className={styles.wide}>{LANGUAGE_NAMES[language]}</span>
        </>
      }
    >
      <Choices
        label={t('label')}
        value={language}
        options={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id], lang: id }))}
        onChoose={(id) => settings.setState({ language: id })}
      />
    </MenuFrame>
  );
}

function DisplayMenu() {
  const t = useTranslations('app.display');
  const theme = useStore(settings, (state) => state.theme);
  const motion = useStore(settings, (state) => state.motion);
  const hasLetterKeys = useStore(settings, (state) => state.hasLetterKeys);
  const isPresenting = useStore(ui, (state) => state.isPresenting);
  const options = <Id extends string>(names: Record<Id, ThemeName | MotionName>) =>
    Object.entries<ThemeName | MotionName>(names).map(([id, name]) => ({ id: id as Id, label: t(name) }));
  return (
    <MenuFrame label={t('label')} trigger={<Icon name="display" />}>
      <Choices
        label={t('theme')}
        value={theme}
        options={options(themes)}
        onChoose={(id) => settings.setState({ theme: id })}
      />
      <DropdownMenu.Separator className={styles.separator} />
      <Choices
        label={t('motion')}
        value={motion}
        options={options(motions)}
        onChoose={(id) => settings.setState({ motion: id })}
      />
      <DropdownMenu.Separator className={styles.separator} />
      <DropdownMenu.CheckboxItem
        className={styles.item}
        checked={hasLetterKeys}
        onCheckedChange={(on) => settings.setState({ hasLetterKeys: on })}
      >
        <Mark />
        {t('letterKeys')}
      </DropdownMenu.CheckboxItem>
      <DropdownMenu.CheckboxItem
        className={styles.item}
        checked={isPresenting}
        onCheckedChange={togglePresenting}
      >
        <Mark />
        {t('present')}
        <kbd className={styles.key}>P</kbd>
      </DropdownMenu.CheckboxItem>
    </MenuFrame>
  );
}

function Mark() {
  return (
    <DropdownMenu.ItemIndicator className={styles.mark}>
      <Icon name="check" />
    </DropdownMenu.ItemIndicator>
  );
}
