import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { floatingPart } from './floating.ts';
import { Icon } from './Icon.tsx';
import styles from './Picker.module.css';
import type { PickerProps } from './PickerMenu.tsx';
import { Suspense } from './prompt.tsx';

const PickerMenu = floatingPart('PickerMenu');

/** Chooses one of several options with descriptions. The menu loads when it first opens. */
export function Picker(props: PickerProps) {
  const { label, title, remark, isInvalid = false, describedBy, onOpen } = props;
  const name = remark === undefined ? title : `${title} · ${remark}`;
  const [isWanted, setIsWanted] = useState(false);
  const open = () => {
    setIsWanted(true);
    onOpen?.();
  };
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    open();
  };
  const trigger: ComponentProps<'button'> & { 'data-invalid': boolean } = {
    type: 'button',
    className: styles.trigger,
    title: name,
    'aria-label': `${label}: ${name}`,
    'aria-describedby': describedBy,
    'data-invalid': isInvalid,
    children: (
      <>
        <span className={styles.value}>{title}</span>
        {remark !== undefined && <span className={styles.dot} />}
        <Icon name="chevron" />
      </>
    ),
  };
  const closed = (
    <button {...trigger} aria-haspopup="menu" aria-expanded={false} onClick={open} onKeyDown={openByKey} />
  );
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <PickerMenu {...props} trigger={<button {...trigger} />} />
    </Suspense>
  );
}
