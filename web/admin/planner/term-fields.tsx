// <TermWeeks>: the lessons of a term week by week, each with its name, and the topics of each week;
// a tap excludes a lesson or a whole week. <TermTimes>: the times of the week and their courses.
import { type KeyboardEvent, useState } from 'react';

import { weekdayName } from '../../../domain/business-words.ts';
import type { UsualTime } from '../../../domain/business.ts';
import { type Course, courseLabels, courses } from '../../../domain/course.ts';
import { clashesOf, isInPast } from '../../../domain/lessons/lesson-plan.ts';
import type { AdminLesson } from '../../../domain/lessons/lesson.ts';
import type { CourseTopics } from '../../../domain/lessons/term-topics.ts';
import {
  type TermLesson,
  type PlannedWeek,
  slotKey,
  slotWords,
  type TermTime,
  toggleTime,
  weeklyWords,
} from '../../../domain/lessons/term.ts';
import { formatDate, isClockTime } from '../../../domain/time.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/forms/filters.tsx';
import { TopicPicker } from './topic-picker.tsx';

interface TermWeeksProps {
  weeks: readonly PlannedWeek[];
  /** The topics of each course, week by week. */
  topics: readonly CourseTopics[];
  /** The lessons already planned in these weeks. */
  planned: readonly AdminLesson[];
  now: number;
  /** Excludes the lessons with these keys, or includes them again. */
  onLeaveOut: (keys: readonly string[], isOut: boolean) => void;
  /** Chooses the topic of a course in a week, from 0. */
  onTopic: (course: Course | null, week: number, topicId: string | null) => void;
}

/** 'First topic', 'First topic, GCSE'. */
export const topicLabel = (label: string, course: Course | null): string =>
  course === null ? label : `${label}, ${courseLabels[course]}`;

export function TermWeeks({ weeks, topics, onTopic, ...rest }: TermWeeksProps) {
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
              <div className="mb-2 grid gap-2 empty:hidden sm:auto-cols-fr sm:grid-flow-col">
                {topics
                  .filter(({ course }) =>
                    lessons.some((one) => one.course === course && !one.isLeftOut),
                  )
                  .map(({ course, topicIds }) => (
                    <div key={course} className="min-w-0">
                      {course !== null && (
                        <p aria-hidden="true" className="text-sm font-bold text-pencil">
                          {courseLabels[course]}
                        </p>
                      )}
                      <TopicPicker
                        label={topicLabel(`Topic of week ${index + 1}`, course)}
                        labelHidden
                        course={course}
                        value={topicIds[index] ?? null}
                        onChange={(topicId) => onTopic(course, index, topicId)}
                      />
                    </div>
                  ))}
              </div>
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

function troubleOf(lesson: TermLesson, planned: readonly AdminLesson[], now: number) {
  if (lesson.isLeftOut) return null;
  const [other] = clashesOf(lesson, planned);
  if (other !== undefined) return `Clashes with ${other.Lesson_Name}`;
  return isInPast(lesson, now) ? 'In the past' : null;
}

interface TermLessonProps {
  lesson: TermLesson;
  /** What the tutor should know about a lesson before it is created. */
  trouble: string | null;
  onToggle: () => void;
}

function TermLesson({ lesson, trouble, onToggle }: TermLessonProps) {
  const { name, isLeftOut } = lesson;
  // Flat, unlike a field.
  const look = isLeftOut ? 'text-pencil' : 'bg-paper hover:bg-wash';
  return (
    <button
      type="button"
      aria-pressed={!isLeftOut}
      className={`flex h-full min-h-16 w-full cursor-pointer flex-col rounded-md border px-2 py-2 text-left leading-snug hover:border-signal ${look} ${trouble === null ? 'border-transparent' : 'border-caution'}`}
      onClick={onToggle}
    >
      <span className={`figures text-sm font-bold ${isLeftOut ? 'line-through' : ''}`}>
        {slotWords(lesson)}
      </span>
      <span className="line-clamp-3 text-note wrap-anywhere">
        <span className="sr-only">, </span>
        {isLeftOut ? 'Left out' : name}
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

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

interface TermTimesProps {
  /** Sorted within the week. */
  times: readonly TermTime[];
  /** LessonOffer by a tap each, in the order of the week. */
  usual: readonly TermTime[];
  onToggle: (time: TermTime) => void;
  /** Chooses the course of one of the times. */
  onCourse: (time: TermTime, course: Course | null) => void;
}

const courseOptions = [
  ...courses.map((value) => ({ value, label: courseLabels[value] })),
  { value: 'any', label: 'Any' },
] as const;

/** <TermTimes>: the times of every week: the usual ones by a tap each, and any other. */
export function TermTimes({ times, usual, onToggle, onCourse }: TermTimesProps) {
  const [hasOther, setOther] = useState(false);
  const chosenOf = (time: UsualTime) => times.find((one) => isSame(one, time));
  // An unusual time stays listed until the dialog closes, so that it can be removed.
  const [added, setAdded] = useState<readonly TermTime[]>([]);
  const offered = added
    .filter((time) => !usual.some((one) => isSame(one, time)))
    .reduce((all, time) => toggleTime(all, time), [...usual]);
  const add = (time: UsualTime) => {
    const ofAny = { ...time, course: null };
    if (!added.some((one) => isSame(one, time))) setAdded([...added, ofAny]);
    if (chosenOf(time) === undefined) onToggle(ofAny);
  };
  return (
    <fieldset>
      <legend className="mb-1.5 font-bold">Times each week</legend>
      <ul className="grid gap-2">
        {offered.map((time) => {
          const chosen = chosenOf(time);
          return (
            <li key={weeklyWords(time)} className="grid grid-cols-[minmax(0,1fr)_7rem] gap-2">
              <button
                type="button"
                aria-pressed={chosen !== undefined}
                className={timeClass}
                onClick={() => onToggle(time)}
              >
                <TickSign />
                {weeklyWords(time)}
              </button>
              {chosen !== undefined && (
                <Select
                  label={`Course of ${weeklyWords(time)}`}
                  labelHidden
                  value={chosen.course ?? 'any'}
                  options={courseOptions}
                  onChange={(course) => onCourse(chosen, course === 'any' ? null : course)}
                />
              )}
            </li>
          );
        })}
      </ul>
      <Button
        variant="quiet"
        className="-mx-5"
        aria-expanded={hasOther}
        onClick={() => setOther(!hasOther)}
      >
        Another time
      </Button>
      {hasOther && <OtherTime onAdd={add} />}
    </fieldset>
  );
}

/** A row with a box to tick. */
const timeClass =
  'group figures flex min-h-12 cursor-pointer items-center gap-2.5 rounded-md border border-rule bg-sheet px-3 py-1.5 text-left leading-tight max-[22rem]:gap-2 max-[22rem]:px-2 max-[22rem]:text-sm hover:border-ink aria-pressed:font-bold';

function TickSign() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-6 shrink-0 fill-sheet stroke-rule group-aria-pressed:fill-ink group-aria-pressed:stroke-ink"
    >
      <rect x="2" y="2" width="20" height="20" rx="3" strokeWidth="2" />
      <path
        d="m6.5 12.5 4 4 7-9"
        strokeWidth="2.5"
        className="hidden fill-none stroke-sheet group-aria-pressed:inline"
      />
    </svg>
  );
}

const isSame = (one: UsualTime, other: UsualTime) =>
  one.weekday === other.weekday && one.time === other.time;

function OtherTime({ onAdd }: { onAdd: (time: UsualTime) => void }) {
  const [weekday, setWeekday] = useState<number>(6);
  const [clock, setClock] = useState('');
  const time = clock.length === 'HH:MM'.length ? `${clock}:00` : clock;
  const reason = isClockTime(time) ? null : 'Enter a time first.';
  const add = () => {
    if (reason !== null) return;
    onAdd({ weekday, time });
    setClock('');
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Otherwise Enter would create the term.
    event.preventDefault();
    add();
  };
  return (
    <div className="mt-1 grid grid-cols-[minmax(0,1fr)_8.5rem] items-start gap-x-4 gap-y-3">
      <Select
        label="Day"
        value={weekday}
        options={weekdays.map((value) => ({ value, label: weekdayName(value) }))}
        onChange={setWeekday}
      />
      <Field label="UK time">
        {(control) => (
          <input
            {...control}
            type="time"
            value={clock}
            onChange={(event) => setClock(event.target.value)}
            onKeyDown={addOnEnter}
          />
        )}
      </Field>
      <div className="col-span-2">
        <Button variant="secondary" disabledReason={reason} onClick={add}>
          Add time
        </Button>
      </div>
    </div>
  );
}
