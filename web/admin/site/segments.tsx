// <Segments>: one of a few short choices that take effect at once, side by side.
import { useId } from 'react';

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** The label of each value. */
  readonly options: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, options, onChange } = props;
  const name = useId();
  return (
    <fieldset className="flex flex-wrap">
      <legend className="sr-only">{label}</legend>
      {Object.entries<string>(options).map(([option, text]) => (
        <label
          key={option}
          className="relative -ml-px flex min-h-11 cursor-pointer items-center justify-center border border-rule bg-sheet px-3 text-note first-of-type:rounded-l-md last-of-type:rounded-r-md hover:border-ink has-checked:z-1 has-checked:border-ink has-checked:bg-ink has-checked:font-bold has-checked:text-paper has-focus-visible:z-2 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-signal"
        >
          <input
            type="radio"
            name={name}
            checked={option === value}
            className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none"
            // The options' type names the values.
            onChange={() => onChange(option as Value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
