import type { Field } from '../../model/scenario/fields.ts';
import { Explanation } from '../../ui/Explanation.tsx';
import { Picker } from '../../ui/Picker.tsx';
import { useWords } from '../../ui/texts.tsx';

export interface ChoiceControlProps {
  readonly field: Field;
  readonly label: string;
  readonly shown: string;
  readonly isRefused: boolean;
  readonly describedBy: string | undefined;
  readonly onEdit: (value: string) => void;
}

/** One of several named values; each says what choosing it means. */
export function ChoiceControl({ field, label, shown, isRefused, describedBy, onEdit }: ChoiceControlProps) {
  const words = useWords();
  return (
    <Picker
      label={label}
      value={shown}
      title={words.choice(field, shown)}
      options={() =>
        field.choices.map((value) => ({
          id: value,
          title: words.choice(field, value),
          note: <Explanation field={field} choice={value} />,
        }))
      }
      isInvalid={isRefused}
      describedBy={describedBy}
      onChoose={onEdit}
    />
  );
}
