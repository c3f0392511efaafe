import { useTranslations } from 'use-intl';
import { fieldNamed } from '../../model/scenario/fields.ts';
import { PANELS } from '../../model/scenario/panels.ts';
import { useWords } from '../../ui/texts.tsx';

/** Where the page itself says what a control is called; `share` has the others. */
const ELSEWHERE = {
  branch: 'transport.branch',
  luck: 'lab.knobs.newSeed',
  stage: 'lab.tabs.stage',
  headline: 'lab.headline.label',
  zoom: 'stage.zoom.label',
  explain: 'stage.explain',
  speed: 'transport.speed',
  until: 'transport.until',
  pace: 'transport.pace',
  share: 'app.share.label',
  open: 'app.open.label',
  presets: 'share.access.presets',
  compare: 'share.access.compare',
  all: 'share.access.all',
  code: 'share.access.code',
  export: 'share.access.export',
} as const;

const isElsewhere = (name: string): name is keyof typeof ELSEWHERE => Object.hasOwn(ELSEWHERE, name);

/** The name of a control of a link, as the page says it. */
export function useControlName(): (name: string) => string {
  const t = useTranslations();
  const words = useWords();
  return (name) => {
    if (isElsewhere(name)) return t(ELSEWHERE[name]);
    const panel = PANELS.find((other) => other === name);
    if (panel) return t(`lab.panels.${panel}`);
    const field = fieldNamed(name);
    return field ? words.field(field) : name;
  };
}
