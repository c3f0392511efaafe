import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { loadTerms, type TermTexts } from '../../i18n/terms.ts';
import { Modal } from '../../ui/Modal.tsx';
import { useWords } from '../../ui/texts.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import styles from './Glossary.module.css';
import { mentionsOn, termFinder } from './page-terms.ts';
import { TermBody } from './TermBody.tsx';
import { TERMS } from './terms.ts';

const close = () => ui.setState({ dialog: undefined });

/** The terms on the page, explained: the keyboard's equivalent of hover. */
export function TermsDialog() {
  const { language } = useWords();
  const texts = useLoaded(loadTerms, language);
  return <>{texts && <List texts={texts} />}</>;
}

function List({ texts }: { readonly texts: TermTexts }) {
  const t = useTranslations('glossary');
  const mentioned = useMemo(() => {
    const page = document.getElementById('main');
    const ids = page ? mentionsOn(page, termFinder(texts)).map(({ id }) => id) : [];
    return new Set(ids);
  }, [texts]);
  return (
    <Modal title={t('here')} intro={t('saidHere', { count: mentioned.size })} onClose={close}>
      <ul className={styles.terms}>
        {TERMS.filter(({ id }) => mentioned.has(id)).map((term) => {
          const text = texts[term.id];
          return (
            text && (
              <li key={term.id} className={styles.term}>
                <TermBody term={term} text={text} heading="h3" onLeave={close} />
              </li>
            )
          );
        })}
      </ul>
      <p>
        <a href="#/glossary">{t('all')}</a>
      </p>
    </Modal>
  );
}
