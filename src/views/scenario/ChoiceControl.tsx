import { Select } from 'radix-ui';
import type { Field } from '../../scenario/fields.ts';
import { Icon } from '../shared/Icon.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './Select.module.css';

export interface ChoiceControlProps {
  readonly field: Field;
  readonly label: string;
  readonly shown: string;
  readonly isRefused: boolean;
  readonly describedBy: string | undefined;
  readonly onEdit: (value: string) => void;
}

/** One of several named values; each says what choosing it means. */
export function ChoiceControl({ field, label, shown, isRefused, describedBy, onEdit }: ChoiceControlProps) {
  const words = useWords();
  return (
    <Select.Root value={shown} onValueChange={onEdit}>
      <Select.Trigger
        className={styles.trigger}
        aria-label={label}
        aria-invalid={isRefused}
        aria-describedby={describedBy}
      >
        <span className={styles.value}>
          <Select.Value>{words.choice(field, shown)}</Select.Value>
        </span>
        <Icon name="chevron" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Content className={styles.content} position="popper" sideOffset={4} collisionPadding={12}>
          <Select.Viewport>
            {field.choices.map(({ value }) => (
              <Select.Item key={value} value={value} className={styles.item}>
                <Select.ItemText>{words.choice(field, value)}</Select.ItemText>
                <span className={styles.note}>{words.choiceHelp(field, value)}</span>
                <Select.ItemIndicator className={styles.mark}>
                  <Icon name="check" />
                </Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  );
}
