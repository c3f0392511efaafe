import styles from './PatternKey.module.css';

export interface PatternKeyProps<Item extends string> {
  /** Prefix of the pattern ids in the drawing: prefix, hyphen, item. */
  readonly prefix: string;
  readonly items: readonly Item[];
  readonly name: (item: Item) => string;
  /** The item without a pattern. */
  readonly blank?: Item;
}

/** The legend of colours and patterns. */
export function PatternKey<Item extends string>({ prefix, items, name, blank }: PatternKeyProps<Item>) {
  return (
    <ul className={styles.key} aria-hidden="true">
      {items.map((item) => (
        <li key={item}>
          <svg width="1.6em" height="0.9em" aria-hidden="true">
            <rect
              width="100%"
              height="100%"
              fill={item === blank ? 'var(--paper)' : `url(#${prefix}-${item})`}
              stroke="currentColor"
              strokeWidth="0.75"
            />
          </svg>
          {name(item)}
        </li>
      ))}
    </ul>
  );
}
