import type { VisibleState } from '../../lib/palette.ts';
import styles from './StateKey.module.css';

export interface StateKeyProps<State extends VisibleState> {
  /** Of the ids of the patterns, which the drawing defines. */
  readonly prefix: string;
  readonly states: readonly State[];
  readonly name: (state: State) => string;
}

/** Which colour and pattern means what. */
export function StateKey<State extends VisibleState>({ prefix, states, name }: StateKeyProps<State>) {
  return (
    <ul className={styles.key} aria-hidden="true">
      {states.map((state) => (
        <li key={state}>
          <svg width="1.6em" height="0.9em" aria-hidden="true">
            <rect
              width="100%"
              height="100%"
              fill={state === 'idle' ? 'var(--paper)' : `url(#${prefix}-${state})`}
              stroke="currentColor"
              strokeWidth="0.75"
            />
          </svg>
          {name(state)}
        </li>
      ))}
    </ul>
  );
}
