import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Menu.module.css';
import type { MenuProps } from './MenuButton.tsx';
import { overlays } from './overlays.ts';

/** A menu below its button. It mounts on a press, so it starts open. */
export function Menu({ trigger, children }: MenuProps & { readonly children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={overlays()}>
        <DropdownMenu.Content className={styles.menu} align="end" sideOffset={6} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The mark of a chosen item. */
export function Mark() {
  return (
    <DropdownMenu.ItemIndicator className={styles.mark}>
      <Icon name="check" />
    </DropdownMenu.ItemIndicator>
  );
}

export interface ChoicesProps<Id extends string> {
  readonly label: string;
  readonly value: Id;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly lang?: string }[];
  readonly onChoose: (id: Id) => void;
}

/** A radio group inside a menu. */
export function Choices<Id extends string>({ label, value, options, onChoose }: ChoicesProps<Id>) {
  return (
    <DropdownMenu.RadioGroup value={value} aria-label={label}>
      <DropdownMenu.Label className={styles.label}>{label}</DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.id}
          value={option.id}
          className={styles.item}
          lang={option.lang}
          onSelect={() => onChoose(option.id)}
        >
          <Mark />
          {option.label}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
