import { Command } from 'cmdk';
import { Popover } from 'radix-ui';
import { type ReactElement, useState } from 'react';
import { matchesQuery } from '../lib/matches-query.ts';
import menu from './Menu.module.css';
import { overlays } from './overlays.ts';
import styles from './SearchMenu.module.css';

export interface SearchOption {
  readonly id: string;
  readonly title: string;
  /** Its name in files, small behind the title; found as well. */
  readonly code?: string;
  /** Further words by which it is found. */
  readonly found?: string;
}

export interface SearchGroup {
  readonly title: string;
  readonly options: readonly SearchOption[];
}

export interface SearchPickerProps {
  readonly label: string;
  /** Text of the closed picker. */
  readonly title: string;
  readonly value?: string;
  /** Prompt of the search, and the text when nothing is found. */
  readonly prompt: string;
  readonly nothing: string;
  /** Called by the open menu. */
  readonly groups: () => readonly SearchGroup[];
  readonly onChoose: (id: string) => void;
}

/**
 * How well an option fits the typed words: all must occur in its names. The start of a title is best, then
 * the start of a word in it. A name in files that is typed whole is as good as the start of a title.
 */
export function rank(value: string, search: string, keywords: readonly string[] = []): number {
  if (!matchesQuery([value, ...keywords], search.trim())) return 0;
  const title = value.toLowerCase();
  const whole = search.trim().toLowerCase();
  if (keywords.some((keyword) => keyword.toLowerCase() === whole)) return 1;
  const [first = ''] = whole.split(/\s+/);
  if (title.startsWith(first)) return 1;
  return ` ${title}`.includes(` ${first}`) ? 0.8 : 0.5;
}

/** The menu of a `SearchPicker`. It mounts on a press, so it starts open. */
export function SearchMenu(props: SearchPickerProps & { readonly trigger: ReactElement }) {
  const { label, value, prompt, nothing, groups, onChoose, trigger } = props;
  const [isOpen, setIsOpen] = useState(true);
  const shown = groups().filter(({ options }) => options.length > 0);
  const choose = (id: string) => {
    setIsOpen(false);
    onChoose(id);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal container={overlays()}>
        <Popover.Content
          className={`${menu.menu} ${styles.content}`}
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label={label}
        >
          <Command loop vimBindings={false} filter={rank} label={label} className={styles.command ?? ''}>
            <Command.Input className={styles.input ?? ''} placeholder={prompt} autoFocus />
            <Command.List className={styles.list ?? ''} label={label}>
              <Command.Empty className={styles.empty ?? ''}>{nothing}</Command.Empty>
              {shown.map(({ title, options }) => (
                <Command.Group key={title} heading={title} className={styles.group ?? ''}>
                  {options.map(({ id, title: name, code = '', found = '' }) => (
                    <Command.Item
                      key={id}
                      className={styles.item ?? ''}
                      value={`${name} ${id}`}
                      keywords={[title, code, found]}
                      aria-current={id === value || undefined}
                      onSelect={() => choose(id)}
                    >
                      <span>{name}</span>
                      {code !== '' && <code className={styles.code}>{code}</code>}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
