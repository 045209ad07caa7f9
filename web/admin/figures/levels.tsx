// <Levels>: how full each time of the week is, as a bar in an outline, one beneath the other.
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';

export interface Level {
  readonly key: string;
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly words: string;
}

const x = scaleLinear({ domain: [0, 1], range: [0, 100] });

export function Levels({ levels }: { readonly levels: readonly Level[] }) {
  return (
    <ul
      aria-hidden="true"
      className="grid grid-cols-[auto_auto] gap-x-3 gap-y-1 text-note leading-tight sm:grid-cols-[auto_minmax(3rem,1fr)_auto] sm:gap-y-2"
    >
      {levels.map(({ key, label, share, words }) => (
        <li
          key={key}
          className="col-span-full grid grid-cols-subgrid items-center gap-y-1 max-sm:mb-2"
        >
          <span>{label}</span>
          <svg
            viewBox="0 0 100 10"
            preserveAspectRatio="none"
            className="h-5 w-full border border-rule max-sm:order-last max-sm:col-span-full"
          >
            <Bar width={x(share)} height={10} className="fill-signal" />
          </svg>
          <span className="figures text-right text-pencil">{words}</span>
        </li>
      ))}
    </ul>
  );
}
