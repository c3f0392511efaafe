import { type ComponentProps, useState } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Picker.module.css';
import { lazy, Suspense } from './prompt.tsx';
import type { SearchPickerProps } from './SearchMenu.tsx';

const SearchMenu = lazy(() => import('./SearchMenu.tsx').then((module) => ({ default: module.SearchMenu })));

/** Chooses one of many options by typing. The menu loads when it first opens. */
export function SearchPicker(props: SearchPickerProps) {
  const { label, title } = props;
  const [isWanted, setIsWanted] = useState(false);
  const trigger: ComponentProps<'button'> = {
    type: 'button',
    className: styles.trigger,
    title,
    'aria-label': `${label}: ${title}`,
    children: (
      <>
        <span className={styles.value}>{title}</span>
        <Icon name="chevron" />
      </>
    ),
  };
  const closed = (
    <button {...trigger} aria-haspopup="dialog" aria-expanded={false} onClick={() => setIsWanted(true)} />
  );
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <SearchMenu {...props} trigger={<button {...trigger} />} />
    </Suspense>
  );
}
