// <TermWeeks>: the lessons of a term week by week, each with its name, and the topic of each week;
// a tap excludes a lesson or a whole week.
import { clashesOf, isInPast } from '../../../domain/lessons/lesson-plan.ts';
import type { AdminLesson } from '../../../domain/lessons/lesson.ts';
import {
  type PlannedLesson,
  type PlannedWeek,
  slotKey,
  slotWords,
} from '../../../domain/lessons/term.ts';
import { formatDate } from '../../../domain/time.ts';
import { TopicPicker } from './topic-picker.tsx';

interface TermWeeksProps {
  readonly weeks: readonly PlannedWeek[];
  /** The topic of each week, or null. */
  readonly topicIds: readonly (string | null)[];
  /** The lessons already planned in these weeks. */
  readonly planned: readonly AdminLesson[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** Excludes the lessons with these keys, or includes them again. */
  readonly onLeaveOut: (keys: readonly string[], isOut: boolean) => void;
  /** Chooses the topic of a week, from 0. */
  readonly onTopic: (week: number, topicId: string | null) => void;
}

export function TermWeeks({ weeks, topicIds, onTopic, ...rest }: TermWeeksProps) {
  const { planned, now, onLeaveOut } = rest;
  return (
    <section aria-label="Lessons of the term" className="min-w-0">
      <ol className="grid gap-4">
        {weeks.map(({ monday, lessons }, index) => {
          const isOut = lessons.length > 0 && lessons.every(({ isLeftOut }) => isLeftOut);
          const name = `Week ${index + 1}`;
          return (
            <li key={monday} className="border-t border-line pt-1 first:border-t-0 first:pt-0">
              <div className="-mt-2 flex items-center justify-between gap-3 not-first:mt-0">
                <h3 className="font-sans leading-tight font-bold">
                  {name}
                  <span className="figures font-normal text-pencil">
                    , from {formatDate(monday, 'day')}
                  </span>
                </h3>
                {lessons.length > 0 && (
                  <button
                    type="button"
                    className="min-h-11 cursor-pointer px-1 text-note underline decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2"
                    onClick={() => onLeaveOut(lessons.map(slotKey), !isOut)}
                  >
                    {isOut ? 'Bring back' : 'Leave out'}
                    <span className="sr-only"> {name.toLowerCase()}</span>
                  </button>
                )}
              </div>
              {lessons.length > 0 && !isOut && (
                <div className="mb-2">
                  <TopicPicker
                    label={`Topic of week ${index + 1}`}
                    labelHidden
                    value={topicIds[index] ?? null}
                    onChange={(topicId) => onTopic(index, topicId)}
                  />
                </div>
              )}
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.75rem),1fr))] gap-2">
                {lessons.map((lesson) => (
                  <li key={slotKey(lesson)}>
                    <TermLesson
                      lesson={lesson}
                      trouble={troubleOf(lesson, planned, now)}
                      onToggle={() => onLeaveOut([slotKey(lesson)], !lesson.isLeftOut)}
                    />
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function troubleOf(
  lesson: PlannedLesson,
  planned: readonly AdminLesson[],
  now: number,
): string | null {
  if (lesson.isLeftOut) return null;
  const [other] = clashesOf(lesson, planned);
  if (other !== undefined) return `Clashes with ${other.Lesson_Name}`;
  return isInPast(lesson, now) ? 'In the past' : null;
}

interface TermLessonProps {
  readonly lesson: PlannedLesson;
  /** What the tutor should know about a lesson before it is created. */
  readonly trouble: string | null;
  readonly onToggle: () => void;
}

function TermLesson({ lesson, trouble, onToggle }: TermLessonProps) {
  const { name, isLeftOut } = lesson;
  const look = isLeftOut ? 'border-dashed text-pencil' : 'bg-sheet hover:bg-wash';
  return (
    <button
      type="button"
      aria-pressed={!isLeftOut}
      className={`flex h-full min-h-16 w-full cursor-pointer flex-col rounded-md border px-2 py-2 text-left leading-snug hover:border-signal ${look} ${trouble === null ? 'border-rule' : 'border-caution'}`}
      onClick={onToggle}
    >
      <span className={`figures text-sm font-bold ${isLeftOut ? 'line-through' : ''}`}>
        {slotWords(lesson)}
      </span>
      <span className="line-clamp-3 text-note wrap-anywhere">
        <span className="sr-only">, </span>
        {isLeftOut ? (
          'Left out'
        ) : name === '' ? (
          <span className="text-pencil">No name yet</span>
        ) : (
          name
        )}
      </span>
      {trouble !== null && (
        <span className="line-clamp-2 text-sm font-bold wrap-anywhere text-caution">
          <span className="sr-only">. </span>
          {trouble}
        </span>
      )}
    </button>
  );
}
