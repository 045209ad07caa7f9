// <Bars>: how often each answer was given, round 1 and 2 side by side.
import type { Asked, Distribution } from '../../../domain/room.ts';
import { Rendered } from '../../ui/rendered.tsx';

export function Bars({ asked }: { readonly asked: Asked }) {
  const { distribution, earlier } = asked;
  const rows = [...distribution];
  for (const row of earlier ?? [])
    if (!rows.some(({ key }) => key === row.key)) rows.push({ ...row, count: 0 });
  const most = Math.max(1, ...rows.map(({ key, count }) => Math.max(count, countOf(earlier, key))));
  return (
    <dl className="grid gap-3">
      {rows.map(({ key, html, count }) => (
        <div key={key} className="grid gap-1">
          <dt>
            <Rendered html={html} />
          </dt>
          <dd className="m-0 grid gap-1">
            {earlier !== null && (
              <Bar label="Round 1" count={countOf(earlier, key)} most={most} isEarlier />
            )}
            <Bar label={earlier === null ? 'Answers' : 'Round 2'} count={count} most={most} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const countOf = (distribution: Distribution | null, key: string): number =>
  distribution?.find((row) => row.key === key)?.count ?? 0;

interface BarProps {
  readonly label: string;
  readonly count: number;
  readonly most: number;
  readonly isEarlier?: boolean;
}

function Bar({ label, count, most, isEarlier = false }: BarProps) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)_2rem] items-center gap-2 text-sm">
      <span>{label}</span>
      <svg
        aria-hidden="true"
        className="h-4 w-full"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
      >
        <rect width="100" height="10" className="fill-faint" />
        <rect
          width={(count / most) * 100}
          height="10"
          className={isEarlier ? 'fill-pencil' : 'fill-signal'}
        />
      </svg>
      <span className="figures text-right">{count}</span>
    </div>
  );
}
