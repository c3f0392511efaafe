import { useMemo, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatList } from '../../lib/languages.ts';
import { choiceEdits } from '../../model/scenario/choice-edits.ts';
import { fieldNamed } from '../../model/scenario/fields.ts';
import { replacements } from '../../model/scenario/link-words.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { useWords } from '../../ui/texts.tsx';
import { announce, type LinkFix, type LinkProblem, ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { copyLink } from '../link/link.ts';
import { chooseInstead, mendLink } from '../link/link-problems.ts';
import { writeInstead } from '../link/link-words.ts';
import { valueText } from '../settings/value-text.ts';
import styles from './LinkProblems.module.css';

/** Fixes a link: a wrong value, name or choice. */
function FixLink({ found }: { readonly found: LinkProblem }) {
  if (found.fixes.length > 0) return <Mended found={found} />;
  return found.problem.code === 'SCN-05' ? <Choices found={found} /> : <Words found={found} />;
}

/** Valid words for a wrong word of the link, as links write them. */
function Words({ found }: { readonly found: LinkProblem }) {
  const t = useTranslations('app.problem');
  return replacements(found.problem).map((word) => (
    <Button key={word} variant="small" className={styles.mend} onClick={() => writeInstead(found, word)}>
      {t('useNearest', { value: word })}
    </Button>
  ));
}

/** Valid choices. */
function Choices({ found }: { readonly found: LinkProblem }) {
  const t = useTranslations('app.problem');
  const words = useWords();
  const { allowed = [], path } = found.problem;
  const field = fieldNamed(path);
  if (!field) return null;
  return allowed.map((choice) => (
    <Button
      key={choice}
      variant="small"
      className={styles.mend}
      onClick={() => chooseInstead(found, ({ scenario }) => choiceEdits(field, scenario, choice))}
    >
      {t('useNearest', { value: valueText(field, choice, words) })}
    </Button>
  ));
}

function Mended({ found }: { readonly found: LinkProblem }) {
  const t = useTranslations('app.problem');
  const locale = useLocale();
  const words = useWords();
  const { fixes, problem } = found;
  const text = ({ path, value }: LinkFix) => {
    const field = fieldNamed(path);
    const shown = field ? valueText(field, value, words) : String(value);
    return path === problem.path ? shown : `${path} = ${shown}`;
  };
  const texts = fixes.map(text);
  const isSame = fixes.length === found.sides.length && new Set(texts).size === 1;
  const value = isSame
    ? texts[0]
    : formatList(
        locale,
        fixes.map((fix, index) => `${fix.side.toUpperCase()}: ${texts[index]}`),
      );
  return (
    <Button variant="small" className={styles.mend} onClick={() => mendLink(found)}>
      {t('useNearest', { value: value ?? '' })}
    </Button>
  );
}

interface CopyCorrectedProps {
  /** The problems of the opened link. */
  readonly problems: readonly Problem[];
}

/** Copies the link of the current state: without invalid parts, in this page's version. */
function CopyCorrected({ problems }: CopyCorrectedProps) {
  const app = useTranslations('app.share');
  const t = useTranslations('share.instead');
  // A link of a newer version has nothing to correct.
  const isCorrected = problems.some(({ code }) => code !== 'URL-09');
  const copy = async () => {
    announce(app((await copyLink()) ? 'done' : 'failed'), { isVisible: true });
  };
  return <Button onClick={copy}>{t(isCorrected ? 'corrected' : 'shown')}</Button>;
}

/** The problems of the opened link, with their fixes. */
export function LinkProblems() {
  const t = useTranslations('app.problem');
  const problems = useStore(ui, (state) => state.problems);
  const formatList = useMemo(() => problems.map(({ problem }) => problem), [problems]);
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place);
  return (
    <div ref={place}>
      <ProblemList
        problems={formatList}
        takesFocus
        wayOut={(problem) => {
          const found = problems.find((candidate) => candidate.problem === problem);
          return found && <FixLink found={found} />;
        }}
      >
        <CopyCorrected problems={formatList} />
        <Button onClick={() => ui.setState({ problems: [] })}>{t('dismiss')}</Button>
      </ProblemList>
    </div>
  );
}
