// <Bars>: how often each answer was given in the class: counts, without names.
import type { Attempt } from '../../domain/attempt.ts';
import type { Distribution, Solution } from '../../domain/room.ts';
import { Rendered } from '../ui/rendered.tsx';

interface BarsProps {
  readonly distribution: Distribution;
  readonly solution: Solution;
  readonly own: Attempt | null;
}

export function Bars({ distribution, solution, own }: BarsProps) {
  const most = Math.max(1, ...distribution.map(({ count }) => count));
  const right = rightKeys(solution);
  const chosen = ownKeys(own, distribution);
  return (
    <div>
      <h3 className="label-mark">What the class answered</h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {distribution.map(({ key, html, count }) => (
          <li key={key}>
            <div className="flex items-start justify-between gap-4">
              <Rendered className="min-w-0" html={html} />
              <span className="shrink-0 font-bold figures">
                {count}
                <span className="sr-only"> {count === 1 ? 'answer' : 'answers'}</span>
              </span>
            </div>
            <div className="h-3 rounded-sm border border-rule">
              <div
                className={`h-full ${right.has(key) ? 'bg-positive' : 'bg-rule'}`}
                style={{ width: `${(100 * count) / most}%` }}
              />
            </div>
            {(right.has(key) || chosen.has(key)) && (
              <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm font-bold">
                {right.has(key) && key !== 'right' && (
                  <span className="text-positive">✓ Right answer</span>
                )}
                {chosen.has(key) && <span>Your answer</span>}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Every point of a full answer is right, so none is marked. */
function rightKeys({ choices = [], value_html }: Solution): ReadonlySet<string> {
  const ids = choices.filter(({ is_right }) => is_right).map(({ id }) => id);
  return new Set(value_html === undefined ? ids : [...ids, 'right']);
}

/** How the own answer was counted, as far as the marking says. */
function ownKeys(own: Attempt | null, distribution: Distribution): ReadonlySet<string> {
  if (own === null || own.result === null) return new Set();
  if (Array.isArray(own.answer)) return new Set(own.answer);
  if (own.reason === 'known') {
    const known = distribution.filter(({ key }) => key.startsWith('known.'));
    return new Set(known.length === 1 ? known.map(({ key }) => key) : []);
  }
  return new Set([own.result === 'right' ? 'right' : (own.reason ?? 'other')]);
}
