import { Select } from 'radix-ui';
import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Picker.module.css';
import type { PickerProps } from './Picker.tsx';

/** A `Picker` with its list, open from the start: it is only there because somebody opened it. */
export function PickerList({
  value,
  title,
  options,
  onChoose,
  trigger,
}: PickerProps & { readonly trigger: ComponentProps<'button'> }) {
  return (
    <Select.Root value={value} onValueChange={onChoose} defaultOpen>
      <Select.Trigger {...trigger}>
        <span className={styles.value}>
          <Select.Value>{title}</Select.Value>
        </span>
        <Icon name="chevron" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Content className={styles.content} position="popper" sideOffset={4} collisionPadding={12}>
          <Select.Viewport>
            {options.map((option) => (
              <Select.Item key={option.id} value={option.id} className={styles.item}>
                <Select.ItemText>{option.title}</Select.ItemText>
                {option.note !== undefined && <span className={styles.note}>{option.note}</span>}
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
