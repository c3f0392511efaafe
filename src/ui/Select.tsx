import { Select as Radix } from 'radix-ui';
import { useState } from 'react';
import { Icon } from './Icon.tsx';
import menu from './Menu.module.css';
import { overlays } from './overlays.ts';
import styles from './Select.module.css';

export interface SelectOption<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly lang?: string | undefined;
}

export interface SelectGroup<Id extends string> {
  readonly title: string;
  readonly options: readonly SelectOption<Id>[];
}

export interface SelectProps<Id extends string> {
  /** The control's id, for a `label` element with its name. */
  readonly id?: string;
  /** Id of a note that describes the control. */
  readonly noteId?: string;
  /** The control's name, where no `label` element has it. */
  readonly label?: string;
  /** The chosen option; another value shows `placeholder`. */
  readonly value: NoInfer<Id> | '';
  readonly placeholder?: string;
  /** Ungrouped options, before the groups. */
  readonly options?: readonly SelectOption<Id>[];
  readonly groups?: readonly SelectGroup<Id>[];
  readonly className?: string | undefined;
  readonly onChoose: (id: Id) => void;
}

/** Radix knows no empty value: the ids get a prefix. */
const encoded = (id: string): string => `=${id}`;

function Option({ id, title, lang }: SelectOption<string>) {
  return (
    <Radix.Item value={encoded(id)} className={menu.item} lang={lang}>
      <Radix.ItemIndicator className={menu.mark}>
        <Icon name="check" />
      </Radix.ItemIndicator>
      <Radix.ItemText>{title}</Radix.ItemText>
    </Radix.Item>
  );
}

/** Chooses one of several options; typing a name chooses it. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const {
    id,
    noteId,
    label,
    value,
    placeholder = '',
    options = [],
    groups = [],
    className = '',
    onChoose,
  } = props;
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const all = [...options, ...groups.flatMap((group) => group.options)];
  const chosen = all.find((option) => option.id === value);
  const choose = (chosenValue: string) => {
    const option = all.find((known) => encoded(known.id) === chosenValue);
    if (option) onChoose(option.id);
  };
  return (
    <Radix.Root value={chosen ? encoded(chosen.id) : ''} onValueChange={choose}>
      <Radix.Trigger
        ref={setTrigger}
        id={id}
        aria-label={label}
        aria-describedby={noteId}
        className={`${styles.trigger} ${className}`}
        lang={chosen?.lang}
      >
        <span className={styles.value}>
          <Radix.Value placeholder={placeholder}>{chosen?.title}</Radix.Value>
        </span>
        <Radix.Icon className={styles.icon}>
          <Icon name="chevron" />
        </Radix.Icon>
      </Radix.Trigger>
      {/* A modal dialog hides everything outside itself. */}
      <Radix.Portal container={trigger?.closest<HTMLElement>('[role="dialog"]') ?? overlays()}>
        <Radix.Content
          className={`${menu.menu} ${styles.content}`}
          position="popper"
          sideOffset={4}
          collisionPadding={12}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Option key={option.id} {...option} />
            ))}
            {groups.map((group) => (
              <Radix.Group key={group.title}>
                <Radix.Label className={menu.label}>{group.title}</Radix.Label>
                {group.options.map((option) => (
                  <Option key={option.id} {...option} />
                ))}
              </Radix.Group>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
