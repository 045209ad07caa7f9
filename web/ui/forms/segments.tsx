// <Segments>: one of a few short choices that take effect at once, side by side. `chipClass`: the
// look of a filter that a press switches on and off, with a <ChipCount> of what it shows.
interface SegmentsProps<Value extends string> {
  label: string;
  /** Null while none of them is chosen. */
  value: Value | null;
  /** The label of each value, in their order. */
  options: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, options, onChange } = props;
  return (
    <fieldset className="flex min-w-0 flex-wrap overflow-hidden rounded-md border border-ink bg-sheet sm:justify-self-start print:hidden">
      <legend className="sr-only">{label}</legend>
      {Object.entries<string>(options).map(([option, text]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          className="figures min-h-11 flex-1 cursor-pointer border-l border-ink bg-sheet px-3 font-bold whitespace-nowrap sm:px-5 first-of-type:border-l-0 hover:bg-wash focus-visible:-outline-offset-4 aria-pressed:bg-ink aria-pressed:text-paper sm:flex-none"
          // The options' type names the values.
          onClick={() => onChange(option as Value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}

export const chipClass =
  'figures flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-rule bg-sheet px-3.5 leading-tight font-bold hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper';

export function ChipCount({ children }: { children: number }) {
  return <span className="font-normal opacity-75">{children}</span>;
}
