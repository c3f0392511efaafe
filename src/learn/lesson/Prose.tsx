import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type Finder, marksIn } from '../glossary/marks.ts';
import { TermMention } from '../glossary/TermMention.tsx';
import { figureOf } from '../lessons/figures.ts';
import { type Figure, piecesOf } from '../lessons/text.ts';
import { useLessonTexts } from './lesson-texts.tsx';
import { useUnits } from './lesson-words.ts';
import styles from './Prose.module.css';

/** Private-use characters around a figure's index, so that Markdown does not parse its formula. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];
const MARK = /\uE000(\d+)\uE001/;
/** The same for a glossary term: before its id, before the word, at the end. */
const [TERM, WORD, END] = ['\uE002', '\uE003', '\uE004'];
const TERM_MARK = /\uE002([^\uE003]*)\uE003([^\uE004]*)\uE004/;

interface Parsed {
  readonly tokens: readonly Token[];
  readonly figures: readonly Figure[];
}

/** The text with marks around its terms. */
function withTerms(text: string, finder: Finder): string {
  let end = 0;
  let marked = '';
  for (const { id, from, to } of marksIn(text, finder)) {
    marked += text.slice(end, from) + TERM + id + WORD + text.slice(from, to) + END;
    end = to;
  }
  return marked + text.slice(end);
}

function parse(text: string): Parsed {
  const figures: Figure[] = [];
  const marked = piecesOf(text).map((piece) =>
    typeof piece === 'string' ? piece : `${OPEN}${figures.push(piece) - 1}${CLOSE}`,
  );
  return { tokens: lexer(marked.join('')), figures };
}

export interface ProseProps {
  /** Name of the section. */
  readonly section: string;
  /** Inline: the text of the first paragraph only. */
  readonly isInline?: boolean;
}

/** A section of the lesson's text with the figures of its runs; nothing without such a section. */
export function Prose({ section, isInline = false }: ProseProps) {
  const { sections } = useLessonTexts();
  const text = sections.get(section);
  return text === undefined ? null : <Markdown text={text} isInline={isInline} />;
}

export interface MarkdownProps extends Pick<ProseProps, 'isInline'> {
  readonly text: string;
}

/** A text of the open lesson, or a part of one. */
export function Markdown({ text, isInline = false }: MarkdownProps) {
  const { glossary, language } = useLessonTexts();
  // A label or a cell has no room for a button.
  const finder = isInline ? undefined : glossary?.finder;
  const parsed = useMemo(() => parse(finder ? withTerms(text, finder) : text), [text, finder]);
  if (!isInline)
    return (
      <div className={styles.prose} lang={language}>
        {blocks(parsed.tokens, parsed.figures)}
      </div>
    );
  const [first] = parsed.tokens;
  return first?.type === 'paragraph' ? inline(first.tokens ?? [], parsed.figures) : null;
}

/** Markdown's tokens as elements. Unsupported ones (HTML, pictures) stay text. */
function blocks(tokens: readonly Token[], figures: readonly Figure[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text have no other name
  return tokens.map((token, key) => <Fragment key={key}>{block(token, figures)}</Fragment>);
}

function block(token: Token, figures: readonly Figure[]): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p>{inline(token.tokens ?? [], figures)}</p>;
    case 'blockquote':
      return <blockquote>{blocks(token.tokens ?? [], figures)}</blockquote>;
    case 'code':
      return (
        <pre>
          <code>
            <Text text={token.text} figures={figures} />
          </code>
        </pre>
      );
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      const entries = items.map((item) => <li key={item.raw}>{blocks(item.tokens, figures)}</li>);
      return ordered ? <ol>{entries}</ol> : <ul>{entries}</ul>;
    }
    case 'table':
      return <Table table={token as Tokens.Table} figures={figures} />;
    case 'space':
      return null;
    default:
      return inline([token], figures);
  }
}

function Table({ table, figures }: { readonly table: Tokens.Table; readonly figures: readonly Figure[] }) {
  return (
    <table>
      <thead>
        <tr>
          {table.header.map((cell, column) =>
            // An empty corner cell is no header.
            cell.text === '' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a text have no other name
              <td key={column} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a text have no other name
              <th key={column} scope="col">
                {inline(cell.tokens, figures)}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a text have no other name
          <tr key={index}>
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells of a text have no other name
              <td key={column}>{inline(cell.tokens, figures)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inline(tokens: readonly Token[], figures: readonly Figure[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
  return tokens.map((token, key) => <Fragment key={key}>{span(token, figures)}</Fragment>);
}

function span(token: Token, figures: readonly Figure[]): ReactNode {
  const inner = 'tokens' in token && token.tokens ? inline(token.tokens, figures) : undefined;
  switch (token.type) {
    case 'strong':
      return <strong>{inner}</strong>;
    case 'em':
      return <em>{inner}</em>;
    case 'codespan':
      return (
        <code>
          <Text text={token.text} figures={figures} />
        </code>
      );
    case 'br':
      return <br />;
    case 'escape':
      return token.text;
    default:
      return inner ?? <Text text={'text' in token ? String(token.text) : token.raw} figures={figures} />;
  }
}

/** Text with its figures. */
function Text({ text, figures }: { readonly text: string; readonly figures: readonly Figure[] }) {
  return text.split(MARK).map((part, index) => {
    const figure = index % 2 === 1 ? figures[Number(part)] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
    return figure ? <RunFigure key={index} figure={figure} /> : <Words key={index} text={part} />;
  });
}

/** Text with its glossary terms. */
function Words({ text }: { readonly text: string }) {
  const { glossary } = useLessonTexts();
  // Words, id, term, words, id, term, …
  const parts = text.split(TERM_MARK);
  return parts.map((part, index) => {
    if (index % 3 === 1) return null;
    const id = index % 3 === 2 ? parts[index - 1] : undefined;
    const term = id === undefined ? undefined : glossary?.texts[id];
    if (id === undefined || !term) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <TermMention key={index} id={id} text={term}>
        {part}
      </TermMention>
    );
  });
}

/** A number from a run. Until it is simulated, a word says so: dots would merge with those of the sentence. */
function RunFigure({ figure: { format, formula } }: { readonly figure: Figure }) {
  const { results } = useLessonTexts();
  const t = useTranslations('learn.figure');
  const text = useUnits();
  const value = figureOf(formula, results);
  return (
    <b className={styles.figure} data-counted={value !== undefined}>
      {value === undefined ? t('simulating') : text(format, value)}
    </b>
  );
}
