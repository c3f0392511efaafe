import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { InputProps } from './inputs.ts';
import { Prose } from './Prose.tsx';
import styles from './Question.module.css';
import { useLabels } from './said.ts';

/** Things to be put into order, first on top. */
export function RankingInput({ name, question, draft, onDraft }: InputProps<'ranking'>) {
  const t = useTranslations('learn.ask');
  const label = useLabels(name);
  const order = Array.isArray(draft) ? (draft as readonly string[]) : question.items;
  const move = (from: number, by: -1 | 1) => {
    const next = [...order];
    const [item] = next.splice(from, 1);
    if (item === undefined) return;
    next.splice(from + by, 0, item);
    onDraft(next);
  };
  return (
    <ol className={styles.ranking}>
      {order.map((item, place) => (
        <li key={item} data-item={item}>
          <span>
            <Prose section={`${name}.${item}`} isInline />
          </span>
          <Button
            look="small"
            aria-label={t('up', { item: label(item) })}
            aria-disabled={place === 0}
            onClick={() => place > 0 && move(place, -1)}
          >
            <span className={styles.upward}>
              <Icon name="chevron" />
            </span>
          </Button>
          <Button
            look="small"
            aria-label={t('down', { item: label(item) })}
            aria-disabled={place === order.length - 1}
            onClick={() => place < order.length - 1 && move(place, 1)}
          >
            <Icon name="chevron" />
          </Button>
        </li>
      ))}
    </ol>
  );
}
