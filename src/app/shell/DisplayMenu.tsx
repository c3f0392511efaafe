import { DropdownMenu } from 'radix-ui';
import { useTranslations } from 'use-intl';
import {
  PROJECTED,
  presentLanguage,
  toggleLayout,
  togglePresenting,
  toggleSound,
} from '../../lab/appearance/appearance.ts';
import { useIsBeginner, useMedia } from '../../lab/shared/use-media.ts';
import { factsOf, LANGUAGES } from '../../lib/languages.ts';
import { useAccess } from '../../ui/Guarded.tsx';
import styles from '../../ui/Menu.module.css';
import { Choices, Mark, Menu } from '../../ui/Menu.tsx';
import type { MenuProps } from '../../ui/MenuButton.tsx';
import { type MotionChoice, settings, type ThemeChoice } from '../../ui/settings-state.ts';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';

/** The languages, each by its own name. */
export function LanguageMenu(props: MenuProps) {
  const t = useTranslations('app.language');
  useStore(settings, (state) => state.language);
  useStore(ui, (state) => state.fromLink.lang);
  return (
    <Menu {...props}>
      <Choices
        label={t('label')}
        value={presentLanguage()}
        options={LANGUAGES.map((id) => ({ id, label: factsOf(id).name, lang: id }))}
        onChoose={(id) => settings.setState({ language: id })}
      />
    </Menu>
  );
}

const themes = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const satisfies Record<
  ThemeChoice,
  string
>;
const motions = {
  system: 'motionSystem',
  full: 'motionFull',
  reduce: 'motionReduce',
} as const satisfies Record<MotionChoice, string>;
type OptionName = (typeof themes)[ThemeChoice] | (typeof motions)[MotionChoice];

/** Theme, motion, layout and keyboard of the page. */
export function DisplayMenu(props: MenuProps) {
  const t = useTranslations('display');
  const { theme, motion, hasLetterKeys } = useStore(settings);
  const isBeginner = useIsBeginner();
  const isPresenting = useStore(ui, (state) => state.isPresenting);
  const hasRoom = useMedia(PROJECTED);
  const hasSound = useStore(ui, (state) => state.hasSound);
  const sharing = useAccess('share');
  const options = <Id extends string>(names: Record<Id, OptionName>) =>
    Object.entries<OptionName>(names).map(([id, name]) => ({ id: id as Id, label: t(name) }));
  return (
    <Menu {...props}>
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
      <DropdownMenu.CheckboxItem className={styles.item} checked={isBeginner} onCheckedChange={toggleLayout}>
        <Mark />
        {t('beginner')}
      </DropdownMenu.CheckboxItem>
      <DropdownMenu.CheckboxItem
        className={styles.item}
        checked={hasLetterKeys}
        onCheckedChange={(on) => settings.setState({ hasLetterKeys: on })}
      >
        <Mark />
        {t('letterKeys')}
      </DropdownMenu.CheckboxItem>
      <DropdownMenu.CheckboxItem className={styles.item} checked={hasSound} onCheckedChange={toggleSound}>
        <Mark />
        {t('sound')}
      </DropdownMenu.CheckboxItem>
      {hasRoom && (
        <DropdownMenu.CheckboxItem
          className={styles.item}
          checked={isPresenting}
          onCheckedChange={togglePresenting}
        >
          <Mark />
          {t('present')}
          <kbd className={styles.key}>P</kbd>
        </DropdownMenu.CheckboxItem>
      )}
      {sharing !== 'hidden' && (
        <DropdownMenu.Item
          className={styles.item}
          disabled={sharing === 'locked'}
          onSelect={() => ui.setState({ dialog: 'qr' })}
        >
          {t('qr')}
          <kbd className={styles.key}>Q</kbd>
        </DropdownMenu.Item>
      )}
    </Menu>
  );
}
