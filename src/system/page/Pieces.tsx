import { type DragEvent, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { decode } from '../../evidence/imports/decode.ts';
import { readBytes } from '../../lab/settings/file.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { useStore } from '../../ui/use-store.ts';
import { maskedCount } from '../mask.ts';
import { unreadProblem } from '../readers/log.ts';
import type { Piece, PieceKind } from '../system.ts';
import { addPieces, clearSystem, removePiece, showExample } from './actions.ts';
import { EXAMPLES } from './examples.ts';
import { PieceText } from './PieceText.tsx';
import { ReadRedis } from './ReadRedis.tsx';
import styles from './System.module.css';
import { system } from './system-state.ts';

/** Longest file that is read, bytes. */
const MOST_BYTES = 2 * 1024 * 1024;

const NOTHING = { text: '', isReplaced: false };

/** Takes what the user has: pasted, dropped, typed or from files. */
export function Pieces() {
  const t = useTranslations('system.give');
  const names = useId();
  const reading = useStore(system, (state) => state.reading);
  const [draft, setDraft] = useState('');
  /** Why the last files or the last text were not read, or only in part. */
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const isReading = useStore(system, (state) => state.isReading);
  const masked = useMemo(
    () => reading.pieces.reduce((sum, { piece }) => sum + maskedCount(piece.text), 0),
    [reading],
  );
  const addText = (text: string) => {
    const piece = { id: '', name: '', text };
    setRefused(addPieces([piece]) ? [] : [unreadProblem(piece, t('pasted'))]);
  };
  const add = () => {
    addText(draft);
    setDraft('');
  };
  const addFiles = async (files: readonly File[]) => {
    const problems: Problem[] = [];
    const texts = await Promise.all(
      files.map(async (file) => {
        const bytes = await readBytes(file, MOST_BYTES);
        const { text, isReplaced } = 'code' in bytes ? NOTHING : decode(bytes);
        if ('code' in bytes) problems.push(bytes);
        else if (text.trim() === '') problems.push({ code: 'FILE-04', path: '', value: file.name });
        else if (isReplaced) problems.push({ code: 'SYS-22', path: '', value: file.name });
        return { name: file.name, text };
      }),
    );
    addPieces(texts);
    setRefused(problems);
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void addFiles([...event.dataTransfer.files]);
  };
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={names}>{t('text')}</label>
        <textarea
          id={names}
          className={styles.text}
          rows={7}
          spellCheck={false}
          placeholder={t('placeholder')}
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
          onPaste={(event) => {
            // A whole paste into the empty field is a piece of its own.
            const text = event.clipboardData.getData('text');
            if (draft !== '' || text.trim() === '') return;
            event.preventDefault();
            addText(text);
          }}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
        />
      </div>
      <p className={styles.actions}>
        <Button variant="strong" aria-disabled={draft.trim() === ''} onClick={add}>
          {t('read')}
        </Button>
        <FileButton label={t('files')} isMany onFiles={(files) => void addFiles(files)} />
      </p>
      <ProblemList problems={refused} />
      <ReadRedis />
      <p className={styles.soft}>{t('private')}</p>
      <p className={styles.soft} role="status">
        {isReading && t('reading')}
      </p>
      {masked > 0 && <p className={styles.soft}>{t('masked', { count: masked })}</p>}
      {reading.pieces.length > 0 && (
        <ul className={styles.pieces} aria-label={t('pieces')}>
          {reading.pieces.map(({ piece, kind }) => (
            <PieceItem key={piece.id} piece={piece} kind={kind} />
          ))}
        </ul>
      )}
      <p className={styles.actions}>
        <span className={styles.soft}>{t('examples')}</span>
        {EXAMPLES.map(({ name, file, text }) => (
          <Button key={name} variant="small" onClick={() => showExample({ name: file, text })}>
            {name}
          </Button>
        ))}
        {reading.pieces.length > 0 && (
          <Button variant="quiet" onClick={clearSystem}>
            {t('clear')}
          </Button>
        )}
      </p>
    </>
  );
}

/** A piece: its name, its form, and its text with the lines that findings come from. */
function PieceItem({ piece, kind }: { readonly piece: Piece; readonly kind: PieceKind | null }) {
  const t = useTranslations('system.give');
  const shownLine = useStore(system, (state) => state.shownLine);
  const [isOpen, setIsOpen] = useState(false);
  const [followed, setFollowed] = useState(shownLine);
  // A press on a line of a finding opens its piece.
  if (followed !== shownLine) {
    setFollowed(shownLine);
    if (shownLine?.piece === piece.id) setIsOpen(true);
  }
  const name = piece.name || t('pasted');
  const form = kindText(kind) ?? t(kind === 'sentence' ? 'sentence' : 'unknown');
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <b>{name}</b> <span className={styles.soft}>{form}</span>
        </summary>
        {isOpen && <PieceText piece={piece} name={name} />}
      </details>
      <Button variant="small" aria-label={t('remove', { name })} onClick={() => removePiece(piece.id)}>
        ×
      </Button>
    </li>
  );
}

/** Names of forms: proper names, the same in every language. */
const KINDS: Readonly<Record<string, string>> = {
  springYaml: 'Spring Boot, YAML',
  springProperties: 'Spring Boot, properties',
  redissonYaml: 'Redisson, YAML',
  nutcracker: 'twemproxy, nutcracker.yml',
  redisConf: 'redis.conf',
  info: 'INFO',
  clientList: 'CLIENT LIST',
  slowLog: 'SLOWLOG GET',
  commandLog: 'COMMANDLOG GET',
  latencyHistogram: 'LATENCY HISTOGRAM',
  latencyDoctor: 'LATENCY DOCTOR',
  dependencies: 'pom.xml, go.mod, package.json',
  optionsJson: 'JSON',
  goRedisUrl: 'Redis URL',
  stackExchangeString: 'StackExchange.Redis',
  stackExchangeTimeout: 'StackExchange.Redis, timeout',
  kubernetes: 'Kubernetes',
  configMap: 'ConfigMap',
  compose: 'Docker Compose',
  values: 'Helm, YAML',
  springXml: 'Spring, XML',
  configGet: 'CONFIG GET',
  markdown: 'Markdown',
  redisCli: 'redis-cli',
  roundTrip: 'redis-cli --latency, ping',
  snippet: 'Java, Go, JS, Python',
};

const kindText = (kind: PieceKind | null): string | undefined => (kind === null ? undefined : KINDS[kind]);
