import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../shared/Button.tsx';
import { Icon } from '../shared/Icon.tsx';
import styles from './Header.module.css';

export interface MenuFrameProps {
  readonly label: string;
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}

/** A button that opens a menu. */
export function MenuFrame({ label, trigger, children }: MenuFrameProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="quiet" aria-label={label} title={label}>
          {trigger}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align="end" sideOffset={6} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface ChoicesProps<Id extends string> {
  readonly label: string;
  readonly value: Id;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly lang?: string }[];
  readonly onChoose: (id: Id) => void;
}

/** One of several, inside a menu. */
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
          <DropdownMenu.ItemIndicator className={styles.mark}>
            <Icon name="check" />
          </DropdownMenu.ItemIndicator>
          {option.label}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
