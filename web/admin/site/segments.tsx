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
          className="relative -ml-px flex min-h-11 items-center justify-center px-3 text-note first-of-type:rounded-l-md last-of-type:rounded-r-md has-checked:z-1 has-focus-visible:z-2"
        >
          <input
            type="radio"
            name={name}
            checked={option === value}
            className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-[inherit] border border-rule bg-sheet checked:border-ink checked:bg-ink hover:border-ink"
            // The options' type names the values.
            onChange={() => onChange(option as Value)}
          />
          <span className="pointer-events-none relative peer-checked:font-bold peer-checked:text-paper">
            {text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
