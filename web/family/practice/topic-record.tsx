// <TopicRecord>: how well each topic is remembered, as a curve that practice lifts. Each leads to
// <TopicView>.

import { formatNear } from '../../../domain/near-dates.ts';
import { practicePath } from '../../../domain/paths.ts';
import { fadesOn, knownSince, memoryOn } from '../../../domain/rooms/memory.ts';
import type { Practice } from '../../../domain/rooms/practice.ts';
import { addDays, daysBetween, MINUTE_MS, ukDate } from '../../../domain/time.ts';
import { useNow } from '../../ui/hooks/hooks.ts';
import { SiteLink } from '../../ui/link-button.tsx';
import { Chevron } from '../../ui/page-header.tsx';

export type Topic = Practice['topics'][number];

export function TopicRecord({ topics, studentId }: { topics: Topic[]; studentId: string }) {
  const today = ukDate(useNow(MINUTE_MS));
  return (
    <section aria-labelledby="topics" className="grid gap-3">
      <h2 id="topics" className="text-heading">
        Topics
      </h2>
      <p className="text-pencil">
        Each curve is how much you remember: the dot is today, the dotted line half.
      </p>
      <ul className="grid gap-3">
        {topics.map((topic) => (
          <li key={topic.id}>
            <SiteLink
              href={`${practicePath(studentId)}&topic=${topic.id}`}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-md border border-line bg-sheet px-4 py-3 no-underline hover:border-ink sm:grid-cols-[minmax(0,1fr)_auto_auto]"
            >
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">
                  {topic.name}
                  <Reference topic={topic} />
                </span>
                <span className="block text-pencil">{memoryWords(topic, today)}</span>
              </span>
              <Chevron className="rotate-180 sm:order-last sm:col-start-3" />
              <Curve topic={topic} today={today} />
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Reference = ({ topic: { reference } }: { topic: Topic }) =>
  reference === '' ? null : (
    <span className="ml-2 font-sans text-sm font-normal whitespace-nowrap text-pencil">
      {reference}
    </span>
  );

/** What the curve says. */
export function memoryWords(topic: Topic, today: string): string {
  const { prepared, answered, learned, questions } = topic;
  const date = fadesOn(questions);
  if (date === null) {
    if (learned > 0) return 'Learned';
    return prepared.done + answered === 0 ? 'Not started' : 'Nothing to practise';
  }
  if (date <= today) return `Faded${date === today ? ' today' : ` on ${formatNear(date, today)}`}`;
  return `Fades by ${formatNear(date, today)}`;
}

const DAYS = { before: 21, ahead: 28 } as const;
const SIZE = { width: 140, height: 40 } as const;

/**
 * <Curve>: the share remembered in the last three weeks, as far as it is known, and the next four;
 * the dot is today.
 */
export function Curve({ topic: { questions }, today }: { topic: Topic; today: string }) {
  const at = (day: number) => memoryOn(questions, addDays(today, day));
  const now = at(0);
  if (now === null) return null;
  const x = (day: number) => ((day + DAYS.before) / (DAYS.before + DAYS.ahead)) * SIZE.width;
  const y = (share: number) => 2 + (1 - share) * (SIZE.height - 4);
  const first = Math.max(-DAYS.before, daysBetween(today, knownSince(questions) ?? today));
  const points = Array.from({ length: DAYS.ahead - first + 1 }, (_, position) => {
    const day = first + position;
    return `${x(day).toFixed(1)},${y(at(day) ?? 0).toFixed(1)}`;
  });
  return (
    <span aria-hidden="true" className="@container block w-full max-sm:col-span-2 sm:w-72">
      <span className="relative block h-10 text-ink">
        <svg
          viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
          // Drawn as wide as a phone's card, with lines of one width.
          preserveAspectRatio="none"
          className="size-full overflow-visible *:[vector-effect:non-scaling-stroke]"
        >
          <line
            x1="0"
            x2={SIZE.width}
            y1={y(0.5)}
            y2={y(0.5)}
            className="stroke-rule"
            strokeDasharray="2 3"
          />
          <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
        {/* Not in the drawing: WebKitGTK stretches round ends with it. */}
        <span
          className="absolute size-2 -translate-1/2 rounded-full bg-signal"
          style={{ left: share(x(0), SIZE.width), top: share(y(now), SIZE.height) }}
        />
      </span>
      <span className="relative flex flex-wrap justify-between gap-x-2 pt-1 text-sm leading-snug text-pencil">
        <span>{DAYS.before / 7} weeks ago</span>
        {/* In large text on a phone there is no room between the others. */}
        <span
          className="absolute hidden -translate-x-1/2 font-bold text-signal @min-[14rem]:block"
          style={{ left: share(x(0), SIZE.width) }}
        >
          today
        </span>
        <span>in {DAYS.ahead / 7} weeks</span>
      </span>
    </span>
  );
}

const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
