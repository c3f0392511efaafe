import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import menu from './Menu.module.css';
import { overlays } from './overlays.ts';
import styles from './Picker.module.css';

export interface PickerMenuProps extends PickerProps {
  readonly trigger: ReactElement;
}

/** Focuses the chosen item, after the menu itself has taken the focus. */
const focusSoon = (item: HTMLElement | null): void => {
  if (item) setTimeout(() => item.focus());
};

/** The menu of a `Picker`. It mounts on a press, so it starts open. */
export function PickerMenu({ label, value, options, onChoose, trigger }: PickerMenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={overlays()}>
        <DropdownMenu.Content
          className={`${menu.menu} ${styles.content}`}
          align="start"
          sideOffset={4}
          collisionPadding={12}
        >
          <DropdownMenu.RadioGroup value={value} aria-label={label}>
            {options().map(({ id, title, note }) => (
              <DropdownMenu.RadioItem
                key={id}
                value={id}
                textValue={title}
                ref={id === value ? focusSoon : undefined}
                className={menu.item}
                onSelect={() => onChoose(id)}
              >
                <span>
                  {title}
                  {note !== undefined && <span className={styles.note}>{note}</span>}
                </span>
                <DropdownMenu.ItemIndicator className={menu.mark}>
                  <Icon name="check" />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface PickerOption {
  readonly id: string;
  readonly title: string;
  /** Description of the option. */
  readonly note?: ReactNode;
}

export interface PickerProps {
  readonly label: string;
  readonly value: string;
  /** Text of the closed picker. */
  readonly title: string;
  /** Called by the menu: the options' names may have to load. */
  readonly options: () => readonly PickerOption[];
  /** A remark on the current choice, shown as a dot. */
  readonly remark?: string | undefined;
  readonly isInvalid?: boolean;
  readonly describedBy?: string | undefined;
  /** The menu opens for the first time. */
  readonly onOpen?: () => void;
  readonly onChoose: (id: string) => void;
}
