/** All commands of the page, with and without a key, for the search by name. */
import { factsOf, LANGUAGES, type Language } from '../../lib/languages.ts';
import { DETENTS, type Detent } from '../../lib/speed.ts';
import { type MotionChoice, settings, type ThemeChoice } from '../../ui/settings-state.ts';
import { ui } from '../../ui/ui-state.ts';
import { showOnly, toggleLayout, togglePanelSize, toggleSound } from '../appearance/appearance.ts';
import { run } from '../run/run-state.ts';
import { copySide } from '../settings/edit.ts';
import { KEY_COMMANDS, type KeyCommand } from './keys.ts';
import { LAB_COMMANDS, type NamedCommand } from './lab-commands.ts';

/** Commands with a key, without the one that opens this list. */
export const KEYED: readonly KeyCommand[] = KEY_COMMANDS.filter(({ id }) => id !== 'palette');

/** Toggles the panel's large size; on a narrow screen it is always large. */
function enlargePanel(): void {
  togglePanelSize();
  ui.setState({ tab: 'results' });
}

/** Shows all settings, from any part of the page. */
export const showAllSettings = (): void => ui.setState({ showsAll: true, tab: 'knobs' });

const speed = ({ id, nsPerSecond }: Detent): NamedCommand => ({
  names: ['transport.speed', `transport.detent.${id}`],
  run: () => run.getState().player?.setSpeed(nsPerSecond),
  control: 'speed',
});

const theme = (choice: ThemeChoice, name: string): NamedCommand => ({
  names: ['display.theme', `display.${name}`],
  run: () => settings.setState({ theme: choice }),
});

const motion = (choice: MotionChoice, name: string): NamedCommand => ({
  names: ['display.motion', `display.${name}`],
  run: () => settings.setState({ motion: choice }),
});

const language = (choice: Language): NamedCommand => ({
  names: ['app.language.label'],
  ownName: factsOf(choice).name,
  run: () => settings.setState({ language: choice }),
});

export const KEYLESS: readonly NamedCommand[] = [
  { names: ['app.share.label'], run: () => ui.setState({ dialog: 'share' }), control: 'share' },
  { names: ['app.open.label'], run: () => ui.setState({ dialog: 'open' }), control: 'open' },
  { names: ['lab.knobs.all'], run: showAllSettings, control: 'all', isBackstage: true },
  { names: ['display.beginner'], run: toggleLayout },
  { names: ['palette.commands.panelSize'], run: enlargePanel, isBackstage: true },
  { names: ['palette.commands.onlyB'], run: () => showOnly('b'), control: 'compare' },
  { names: ['palette.commands.sound'], run: toggleSound },
  { names: ['palette.commands.copyToB'], run: () => copySide('a'), control: 'compare' },
  { names: ['palette.commands.makeBBaseline'], run: () => copySide('b'), control: 'compare' },
  ...LAB_COMMANDS,
  ...DETENTS.map(speed),
  theme('light', 'themeLight'),
  theme('dark', 'themeDark'),
  theme('system', 'themeSystem'),
  motion('full', 'motionFull'),
  motion('reduce', 'motionReduce'),
  motion('system', 'motionSystem'),
  ...LANGUAGES.map(language),
  {
    names: ['display.letterKeys'],
    run: () => settings.setState(({ hasLetterKeys }) => ({ hasLetterKeys: !hasLetterKeys })),
  },
];
