// <TopicRecord>: how well each topic is remembered, as a curve that practice lifts. Each leads to
// <TopicView>.
import { formatNear } from '../../../domain/near-dates.ts';
import { practiceItemPath, practicePath } from '../../../domain/paths.ts';
import { FADED, fadesOn, knownSince, memoryOn } from '../../../domain/rooms/memory.ts';
import type { Practice } from '../../../domain/rooms/practice.ts';
import { daysBetween, MINUTE_MS, ukDate } from '../../../domain/time.ts';
import { Chevron } from '../../ui/back-link.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { LinkButton, SiteLink } from '../../ui/link-button.tsx';

export type Topic = Practice['topics'][number];

export function TopicRecord({ topics, studentId }: { topics: Topic[]; studentId: string }) {
  const today = ukDate(useNow(MINUTE_MS));
  return (
    <section aria-labelledby="topics" className="grid gap-3">
      <h2 id="topics" className="text-heading">
        Topics
      </h2>
      {topics.some(({ questions }) => fadesOn(questions) !== null) && (
        <p className="text-pencil">
          Each curve is how much you remember: the dot is today, the dotted line half.
        </p>
      )}
      <ul className="grid gap-3">
        {topics.map((topic) => (
          <li
            key={topic.id}
            className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-md border border-line bg-sheet px-4 py-3 hover:border-ink sm:grid-cols-[minmax(0,1fr)_auto_auto]"
          >
            <SiteLink
              href={`${practicePath(studentId)}&topic=${topic.id}`}
              // It covers the row.
              className="min-w-0 no-underline after:absolute after:inset-0"
            >
              <span className="block font-semibold wrap-anywhere">
                {topic.name}
                <Reference topic={topic} />
              </span>
              <span className="block text-pencil">{memoryWords(topic, today)}</span>
            </SiteLink>
            <Chevron className="-mr-1.5 rotate-180 sm:order-last sm:col-start-3" />
            <Memory topic={topic} studentId={studentId} today={today} />
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

interface MemoryProps {
  topic: Topic;
  studentId: string;
  today: string;
}

/** <Memory>: the curve of a topic, and once it has faded the way to practise it. */
export function Memory({ topic: { name, questions }, studentId, today }: MemoryProps) {
  const fades = fadesOn(questions);
  if (fades === null) return null;
  const due = questions.find(({ due_on }) => due_on !== null && due_on <= today);
  return (
    <span className="flex items-center gap-4 max-sm:col-span-2">
      <Curve questions={questions} fades={fades} today={today} />
      {fades > today ? (
        // The curves of all topics stand below each other.
        <span className="w-28 max-sm:hidden" />
      ) : (
        <LinkButton
          variant="secondary"
          // Above the link of its row.
          className="z-1 px-2! sm:w-28"
          href={practiceItemPath(studentId, due?.Item_ID ?? '')}
        >
          Practise<span className="sr-only"> {name}</span>
        </LinkButton>
      )}
    </span>
  );
}

const SIZE = { width: 140, height: 40 } as const;
const STEPS = 24;

type CurveProps = Pick<Topic, 'questions'> & { fades: string; today: string };

/**
 * <Curve>: the share remembered, from the oldest of the last answers to the day on which the topic
 * fades, or until today once it has faded.
 */
function Curve({ questions, fades, today }: CurveProps) {
  const from = knownSince(questions) ?? today;
  const hasFaded = fades <= today;
  const until = hasFaded ? today : fades;
  const days = daysBetween(from, until);
  const at = (day: number) => memoryOn(questions, from, day) ?? 0;
  const lowest = Math.min(FADED, at(days));
  const x = (day: number) => (day / days) * SIZE.width;
  const y = (share: number) => 2 + ((1 - share) / (1 - lowest)) * (SIZE.height - 4);
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const day = (step / STEPS) * days;
    return `${x(day).toFixed(1)},${y(at(day)).toFixed(1)}`;
  });
  const now = daysBetween(from, today);
  return (
    <span aria-hidden="true" className="block w-full min-w-0 sm:w-44">
      <span className={`relative block h-10 ${hasFaded ? 'text-pencil' : 'text-ink'}`}>
        <svg
          viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
          // Drawn as wide as a phone's card, with lines of one width.
          preserveAspectRatio="none"
          className="size-full overflow-visible *:[vector-effect:non-scaling-stroke]"
        >
          <line
            x1="0"
            x2={SIZE.width}
            y1={y(FADED)}
            y2={y(FADED)}
            className="stroke-rule"
            strokeDasharray="2 3"
          />
          <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
        {/* Not in the drawing: WebKitGTK stretches round ends with it. */}
        <span
          className="filled absolute size-2 -translate-1/2 rounded-full bg-signal"
          style={{ left: share(x(now), SIZE.width), top: share(y(at(now)), SIZE.height) }}
        />
      </span>
      <span className="flex flex-wrap justify-between gap-x-2 pt-1 text-sm leading-snug text-pencil">
        {[from, until].map((date) => (
          <span key={date}>{date === today ? 'Today' : formatNear(date, today)}</span>
        ))}
      </span>
    </span>
  );
}

const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
