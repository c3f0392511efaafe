import { useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SaveStandalone, saveStage } from '../../lab/export/SaveStandalone.tsx';
import { SIDES } from '../../lab/settings/experiment-state.ts';
import { readFile } from '../../lab/settings/file.ts';
import { openText, scenarioText } from '../../lab/settings/scenario-text.ts';
import { saveText } from '../../lib/download.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton, JSON_FILES } from '../../ui/FileButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { Radio, RadioGroup } from '../../ui/RadioGroup.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { announce, ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import styles from './OpenDialog.module.css';

/**
 * Opens a scenario from text or a file on one side. Its problems are listed here, and nothing else changes.
 */
export function OpenDialog() {
  const t = useTranslations('open');
  const [side, setSide] = useState<SideName>('a');
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const id = useId();
  const close = () => ui.setState({ dialog: undefined, offered: undefined });
  const offered = useStore(ui, (state) => state.offered);
  // Files dropped while it is open come here too; typed text stays if no file is usable.
  useEffect(() => {
    if (!offered) return;
    setProblems(offered.problems);
    if (offered.text !== undefined) setText(offered.text);
  }, [offered]);
  useEffect(() => () => ui.setState({ offered: undefined }), []);

  const show = async () => {
    const found = await openText(side, text);
    setProblems(found);
    if (found.length > 0) return;
    close();
    announce(t('applied', { side: side.toUpperCase() }), { isVisible: true });
  };
  const take = async (file: File) => {
    const content = await readFile(file);
    setProblems(typeof content === 'string' ? [] : [content]);
    if (typeof content === 'string') setText(content);
  };
  return (
    <Modal title={t('title')} intro={t('intro')} onClose={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <RadioGroup label={t('side')} className={styles.sides} value={side} onChoose={setSide}>
          {SIDES.map((name) => (
            <label key={name} className={styles.side}>
              <Radio value={name} />
              {t('side')} <SideBadge side={name} />
            </label>
          ))}
        </RadioGroup>
        <label htmlFor={`${id}-text`}>{t('text')}</label>
        <textarea
          id={`${id}-text`}
          className={styles.text}
          rows={10}
          spellCheck={false}
          placeholder={t('placeholder')}
          value={text}
          aria-invalid={problems.length > 0}
          onChange={(event) => setText(event.target.value)}
        />
        <ProblemList problems={problems} takesFocus />
        <div className={styles.buttons}>
          <Button variant="strong" type="submit">
            {t('apply')}
          </Button>
          <FileButton label={t('file')} accept={JSON_FILES} onFiles={([file]) => void take(file)} />
          <Button onClick={() => setText(scenarioText(side))}>{t('present')}</Button>
          <Button onClick={() => saveText(`roundtrip-${side}.json`, scenarioText(side), 'application/json')}>
            {t('download')}
          </Button>
          <SaveStandalone save={saveStage} />
        </div>
      </form>
    </Modal>
  );
}
