// <TermDialog>: plans a term in one step: weeks by times, a course for each time, the topics of each
// course, names, exceptions, and conflicts.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';

import { inWeekOrder } from '../../../domain/business-words.ts';
import type { Business } from '../../../domain/business.ts';
import type { Course } from '../../../domain/course.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { lessonDate } from '../../../domain/lesson-fields.ts';
import { proposedLink } from '../../../domain/lessons/lesson-plan.ts';
import { type AdminLesson, lessonFields } from '../../../domain/lessons/lesson.ts';
import { topicsByCourse, withTopics } from '../../../domain/lessons/term-topics.ts';
import {
  firstFreeWeek,
  isTermLength,
  lessonsToCreate,
  planTerm,
  readNames,
  refuseTerm,
  type TermPlan,
  toggleTime,
  namesNeeded,
  type NewTerm,
  TERM_WEEKS,
  withCourses,
} from '../../../domain/lessons/term.ts';
import { addDays, formatDate, isCalendarDate, mondayOf } from '../../../domain/time.ts';
import {
  adminLessonsBetweenQuery,
  useCreation,
  SEVERAL_LESSONS,
} from '../../data/planned-lessons.ts';
import { useTopics } from '../../data/tutor.ts';
import { call } from '../../transport/client.ts';
import { Button } from '../../ui/button.tsx';
import { useCloseGuard } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { NumberField, SelectField, TextArea, TextField } from '../../ui/forms/text-field.tsx';
import { TermWarnings } from './lesson-warnings.tsx';
import { TermTimes, TermWeeks, topicLabel } from './term-fields.tsx';
import { maxStudentsField, meetingLinkField, TopicPicker } from './topic-picker.tsx';

const WEEKS_MESSAGE = `Weeks must be a whole number from ${TERM_WEEKS.min} to ${TERM_WEEKS.max}`;
const namesFor = ['lesson', 'week'] as const;
const nameForOptions = [
  { value: 'lesson', label: 'Each lesson' },
  { value: 'week', label: 'All lessons of a week' },
] as const satisfies readonly { value: TermPlan['nameFor']; label: string }[];

const schema = z.object({
  Meeting_Link: lessonFields.Meeting_Link,
  Max_Students: lessonFields.Max_Students,
  from: lessonDate,
  weeks: z.int({ error: WEEKS_MESSAGE }).check(z.refine(isTermLength, { error: WEEKS_MESSAGE })),
  names: z.string(),
  nameFor: z.enum(namesFor),
});

interface TermDialogProps {
  /** Any date of the shown week (YYYY-MM-DD). */
  week: string;
  /** Upcoming lessons and recent ones. */
  planned: readonly AdminLesson[];
  business: Business;
  now: number;
  onClose: () => void;
  /** Receives the date (YYYY-MM-DD) of the first lesson. */
  onSaved: (date: string) => void;
}

export default function TermDialog({
  week,
  planned,
  business,
  now,
  onClose,
  onSaved,
}: TermDialogProps) {
  const create = usePlanTerm();
  // As of the opening of the dialog, as for a new lesson.
  const [usual] = useState(() => withCourses(inWeekOrder(business.usual_times), planned));
  const [start] = useState(() => ({
    from: firstFreeWeek(week, usual, planned, now),
    weeks: TERM_WEEKS.proposed,
    names: '',
    nameFor: 'lesson' as const,
    Meeting_Link: proposedLink(planned, business.default_meeting_link),
    Max_Students: business.default_max_students,
  }));
  const [times, setTimes] = useState<TermPlan['times']>(usual);
  const [leftOut, setLeftOut] = useState<TermPlan['leftOut']>(new Set());
  /** By course and week, from 0, the topics that were chosen; the others follow the library. */
  const [chosen, setChosen] = useState<Parameters<typeof topicsByCourse>[2]>(new Map());
  /** On a phone the lessons are shown on demand. */
  const [isSeen, setSeen] = useState(false);
  const { inUse } = useTopics([]);
  const form = useAppForm({
    schema,
    defaultValues: start,
    onSubmit: async ({ Meeting_Link: meetingLink, Max_Students: maxStudents }) => {
      const lessons = newLessons.map(({ Date: date, Time: time, name, Topic_ID: topicId }) => ({
        Date: date,
        Time: time,
        Lesson_Name: name,
        Meeting_Link: meetingLink,
        Max_Students: maxStudents,
        lesson_notes: '',
        Topic_ID: topicId,
      }));
      await create.mutateAsync({ lessons });
      onSaved(newLessons[0]?.Date ?? first);
    },
  });
  const typed = form.watch();
  const draft = { ...typed, names: readNames(typed.names) };
  const plan: TermPlan = { ...draft, times, leftOut };
  // Incomplete input is not a plan.
  const isPlan = isCalendarDate(draft.from) && isTermLength(draft.weeks);
  const bare = isPlan ? planTerm(plan) : [];
  const topics = topicsByCourse(bare, inUse, chosen);
  const weeks = withTopics(bare, topics, inUse);
  const choose = (course: Course | null, at: number, topicId: string | null) =>
    setChosen(new Map(chosen).set(course, new Map(chosen.get(course)).set(at, topicId)));
  const firstWeekOf = (course: Course | null) =>
    Math.max(
      0,
      bare.findIndex((one) => lessonsToCreate([one]).some((lesson) => lesson.course === course)),
    );
  const newLessons = lessonsToCreate(weeks);
  const first = isPlan ? mondayOf(draft.from) : start.from;
  const around = useQuery(
    adminLessonsBetweenQuery(first, addDays(first, 7 * (isPlan ? draft.weeks : 1) - 1)),
  );
  const leaveOut = (keys: readonly string[], isOut: boolean) => {
    const others = [...leftOut].filter((key) => !keys.includes(key));
    setLeftOut(new Set(isOut ? [...others, ...keys] : others));
  };
  const isDirty = draft.names.length + chosen.size > 0;
  const [question, close] = useCloseGuard({ isDirty, onClose, question: THROW_AWAY_PLAN });
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Plan a term"
      description="The same times every week. All lessons are created, or none."
      width="broad"
      isFull
    >
      <Form
        form={form}
        label="Term"
        // The footer is sticky; a focused field scrolls to above it. Beneath a phone's keyboard
        // there is no room for it.
        className="group/term grid gap-x-8 gap-y-5 lg:grid-cols-[21rem_minmax(0,1fr)] sm:[&_:is(input,textarea)]:scroll-mb-48 [&_:is(select,button)]:scroll-mb-48"
      >
        <div className="grid content-start gap-5">
          <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-x-4">
            <TextField
              form={form}
              name="from"
              label="First week"
              type="date"
              hint={isCalendarDate(draft.from) ? weekOf(first) : 'Any day of that week'}
            />
            <NumberField
              form={form}
              name="weeks"
              label="Weeks"
              min={TERM_WEEKS.min}
              max={TERM_WEEKS.max}
            />
          </div>
          <TermTimes
            times={times}
            usual={usual}
            onToggle={(time) => setTimes(toggleTime(times, time))}
            onCourse={(time, course) =>
              setTimes(times.map((one) => (one === time ? { ...one, course } : one)))
            }
          />
          {topics.map(({ course, topicIds }, index) => (
            <TopicPicker
              key={course}
              label={topicLabel('First topic', course)}
              {...(index === topics.length - 1
                ? { hint: 'The next weeks get the topics after it in the library.' }
                : {})}
              course={course}
              value={topicIds[firstWeekOf(course)] ?? null}
              onChange={(topicId) => choose(course, firstWeekOf(course), topicId)}
            />
          ))}
          <TextArea
            form={form}
            name="names"
            label="Lesson names"
            optional
            hint={
              isPlan
                ? nameHint(draft.names.length, namesNeeded(weeks, draft.nameFor))
                : ONE_PER_LINE
            }
            rows={4}
          />
          <SelectField
            form={form}
            name="nameFor"
            label="Each name is for"
            options={nameForOptions}
          />
          <TextField form={form} {...meetingLinkField} />
          <NumberField form={form} {...maxStudentsField} />
        </div>
        <Button
          variant="secondary"
          className="sm:hidden"
          aria-expanded={isSeen}
          onClick={() => setSeen(!isSeen)}
        >
          {isSeen ? 'Hide' : 'See'}{' '}
          {newLessons.length === 1 ? '1 lesson' : `${newLessons.length} lessons`}
        </Button>
        <div className={isSeen ? '' : 'max-sm:hidden'}>
          <TermWeeks
            weeks={weeks}
            topics={topics}
            planned={around.data ?? []}
            now={now}
            onLeaveOut={leaveOut}
            onTopic={choose}
          />
        </div>
        <div className="sticky -bottom-5 max-sm:group-has-[:is(input,textarea):focus]/term:static -mx-5 -mb-5 grid items-start gap-x-8 gap-y-3 border-t border-line bg-sheet px-5 py-4 sm:-mx-7 sm:px-7 lg:col-span-2 lg:grid-cols-[minmax(0,1fr)_auto]">
          {isPlan && (
            <TermWarnings plan={plan} planned={around.data ?? []} now={now} onLeaveOut={leaveOut} />
          )}
          <div className="flex justify-end max-sm:[&>*]:flex-1 lg:col-start-2">
            <SubmitButton
              className="text-balance"
              busyLabel="Creating..."
              disabledReason={isPlan ? refuseTerm(plan) : null}
            >
              Create {lessonsWords(newLessons)}
            </SubmitButton>
          </div>
        </div>
      </Form>
      {question}
    </Dialog>
  );
}

const THROW_AWAY_PLAN = {
  title: 'Throw away the plan',
  text: 'What you entered is not saved anywhere yet.',
  action: 'Throw away',
  refusal: 'Keep planning',
};

const ONE_PER_LINE = 'One name per line';

function nameHint(names: number, needed: number): string {
  return names === 0
    ? `${ONE_PER_LINE}, ${needed} in all. Without, the topic or the course names a lesson.`
    : `${names} of ${needed}, one per line`;
}

/** '24 lessons, 6 Feb to 14 Mar'. */
function lessonsWords(lessons: readonly { Date: string }[]): string {
  const dates = lessons.map(({ Date: date }) => formatDate(date, 'day'));
  const [first, last] = [dates[0], dates.at(-1)];
  const words = dates.length === 1 ? '1 lesson' : `${dates.length} lessons`;
  if (first === undefined) return words;
  return `${words}, ${first === last ? first : `${first} to ${last}`}`;
}

/** 'Mon 4 Jan to Sun 10 Jan'. */
function weekOf(monday: string): string {
  return `${formatDate(monday, 'short')} to ${formatDate(addDays(monday, 6), 'short')}`;
}

/** `mutateAsync({lessons})`: the lessons of a term, all or none. */
const usePlanTerm = () =>
  useCreation({
    ...SEVERAL_LESSONS,
    send: (term: NewTerm, idempotencyKey) =>
      call(endpoints.planTerm, { body: term, idempotencyKey }),
  });
