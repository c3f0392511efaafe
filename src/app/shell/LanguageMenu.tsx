import { useTranslations } from 'use-intl';
import { presentLanguage } from '../../lab/appearance/appearance.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/languages.ts';
import { Choices, Menu } from '../../ui/Menu.tsx';
import type { MenuProps } from '../../ui/MenuButton.tsx';
import { settings } from '../../ui/settings-state.ts';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';

/** The languages, each in its own words. */
export function LanguageMenu(props: MenuProps) {
  const t = useTranslations('app.language');
  useStore(settings, (state) => state.language);
  useStore(ui, (state) => state.fromLink.lang);
  return (
    <Menu {...props}>
      <Choices
        label={t('label')}
        value={presentLanguage()}
        options={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id], lang: id }))}
        onChoose={(id) => settings.setState({ language: id })}
      />
    </Menu>
  );
}
