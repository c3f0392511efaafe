import styles from './YesNoControl.module.css';

export interface YesNoControlProps {
  readonly label: string;
  /** What it stands at, in words. */
  readonly text: string;
  readonly isOn: boolean;
  readonly describedBy: string | undefined;
  readonly onEdit: (isOn: boolean) => void;
}

/** A switch with its position in words. */
export function YesNoControl({ label, text, isOn, describedBy, onEdit }: YesNoControlProps) {
  return (
    <label className={styles.control}>
      <input
        type="checkbox"
        className={styles.switch}
        aria-label={label}
        aria-describedby={describedBy}
        checked={isOn}
        onChange={(event) => onEdit(event.target.checked)}
      />
      <span aria-hidden="true">{text}</span>
    </label>
  );
}
