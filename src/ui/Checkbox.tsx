import { Icon } from './Icon.tsx';
import styles from './Mark.module.css';

export interface CheckboxProps {
  /** `switch`: for a setting that takes effect at once. */
  readonly look?: 'box' | 'switch';
  /** The control's name, unless a `label` element surrounds it. */
  readonly label?: string;
  readonly isOn: boolean;
  readonly describedBy?: string | undefined;
  /** Focusable, but without effect; `describedBy` gives the reason. */
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A yes or no. Written here, because it is part of the Lab's first view. */
export function Checkbox(props: CheckboxProps) {
  const { look = 'box', label, isOn, describedBy, isDisabled = false, onChange } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native checkbox cannot be drawn in the colours of the page
    <button
      type="button"
      role="checkbox"
      className={styles[look]}
      aria-checked={isOn}
      aria-label={label}
      aria-describedby={describedBy}
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onChange(!isOn)}
      // Only the space bar changes a checkbox.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    >
      {look === 'box' && isOn && <Icon name="check" />}
    </button>
  );
}
