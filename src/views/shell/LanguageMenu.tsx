import { useTranslations } from 'use-intl';
import { presentLanguage } from '../../actions/appearance.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/languages.ts';
import { settings } from '../../stores/settings.ts';
import { ui } from '../../stores/ui.ts';
import { useStore } from '../shared/use-store.ts';
import { Choices, Menu } from './Menu.tsx';
import type { MenuProps } from './MenuButton.tsx';

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
