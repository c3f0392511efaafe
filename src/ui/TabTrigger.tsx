import { Tabs } from 'radix-ui';
import type { MouseEvent, ReactNode } from 'react';

export interface TabTriggerProps {
  readonly value: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Radix chooses a tab on press already. Here a press that ends elsewhere changes nothing. */
const wait = (event: MouseEvent<HTMLElement>): void => event.preventDefault();

/** The focus chooses the tab. */
function choose({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.blur();
  currentTarget.focus();
}

/** The name of a tab, which opens when the pointer is released on it. */
export function TabTrigger(props: TabTriggerProps) {
  return <Tabs.Trigger {...props} onMouseDown={wait} onClick={choose} />;
}
