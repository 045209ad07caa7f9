// <RoundBars>: how often each answer was given, round 1 and 2 above each other. The right answers
// are marked once they are revealed.
import type { AskedQuestion, Distribution } from '../../../domain/rooms/room.ts';
import type { Item } from '../../../domain/topics/topic.ts';
import { Rendered } from '../../ui/rendered.tsx';

interface RoundBarsProps {
  readonly asked: AskedQuestion;
  readonly item: Item | undefined;
}

export function RoundBars({ asked, item }: RoundBarsProps) {
  const { distribution, earlier } = asked;
  const right = asked.state === 'revealed' ? rightKeys(item) : new Set<string>();
  const rows = [...distribution];
  for (const row of earlier ?? [])
    if (!rows.some(({ key }) => key === row.key)) rows.push({ ...row, count: 0 });
  const max = Math.max(1, ...rows.map(({ key, count }) => Math.max(count, countOf(earlier, key))));
  if (rows.length === 0) return null;
  return (
    <dl className="grid grid-cols-1 content-start gap-[0.6em]">
      {rows.map(({ key, html, count }) => {
        const isRight = right.has(key);
        return (
          <div key={key} className="grid grid-cols-1 gap-0.5">
            <dt className="flex items-baseline gap-2">
              <Rendered className={`min-w-0 ${isRight ? 'font-bold' : ''}`} html={html} />
              {isRight && (
                <span className="shrink-0 font-bold text-positive">
                  ✓<span className={key === 'right' ? 'sr-only' : ''}> Right</span>
                </span>
              )}
            </dt>
            <dd className="m-0 grid leading-tight">
              {earlier !== null && (
                <Bar label="Round 1" count={countOf(earlier, key)} max={max} look="fill-rule" />
              )}
              <Bar
                label={earlier === null ? null : 'Round 2'}
                count={count}
                max={max}
                look={isRight ? 'fill-positive' : 'fill-signal'}
              />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Every point of a full answer is right, so none is marked. */
function rightKeys(item: Item | undefined): ReadonlySet<string> {
  if (item?.kind !== 'question') return new Set();
  const { question } = item;
  if (question.kind === 'number') return new Set(['right']);
  if (question.kind === 'points') return new Set();
  return new Set(question.choices.filter(({ is_right }) => is_right).map(({ id }) => id));
}

const countOf = (distribution: Distribution | null, key: string): number =>
  distribution?.find((row) => row.key === key)?.count ?? 0;

interface BarProps {
  /** The round; null when there is one alone. */
  readonly label: string | null;
  readonly count: number;
  readonly max: number;
  readonly look: string;
}

function Bar({ label, count, max, look }: BarProps) {
  return (
    <div className="flex items-center gap-2">
      {label !== null && <span className="w-[4.5em] shrink-0 text-[0.875em]">{label}</span>}
      <svg
        aria-hidden="true"
        className="h-[0.75em] min-w-0 flex-1 print:border print:border-rule"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
      >
        <rect width="100" height="10" className="fill-faint" />
        <rect width={(count / max) * 100} height="10" className={look} />
      </svg>
      <span className="figures w-[1.5em] shrink-0 text-right font-bold">
        {count}
        <span className="sr-only"> {count === 1 ? 'answer' : 'answers'}</span>
      </span>
    </div>
  );
}
