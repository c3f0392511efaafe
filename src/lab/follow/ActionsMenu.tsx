import { DropdownMenu } from 'radix-ui';
import type { ReactElement } from 'react';
import menu from '../../ui/Menu.module.css';
import { Menu } from '../../ui/Menu.tsx';

export interface ActionsMenuProps {
  readonly actions: readonly Action[];
  readonly trigger: ReactElement;
}

/** The menu of an `ActionsButton`, each item with its key. */
export function ActionsMenu({ actions, trigger }: ActionsMenuProps) {
  return (
    <Menu trigger={trigger}>
      {actions.map(({ label, keyCap, isRepeated, act }) => (
        <DropdownMenu.Item
          key={label}
          className={menu.item}
          onSelect={(event) => {
            if (isRepeated) event.preventDefault();
            act();
          }}
        >
          {label}
          {keyCap !== undefined && <kbd className={menu.key}>{keyCap}</kbd>}
        </DropdownMenu.Item>
      ))}
    </Menu>
  );
}

export interface Action {
  readonly label: string;
  /** The key of the same action. */
  readonly keyCap?: string;
  /** Repeated often: the menu stays open. */
  readonly isRepeated?: boolean;
  readonly act: () => void;
}
