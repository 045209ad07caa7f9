// useTerm: the form of a term, what was chosen beside it, and the lessons that they make.
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
  type NewTerm,
  weeksOfTerm,
  readNames,
  TERM_WEEKS,
  type TermPlan,
  withCourses,
} from '../../../domain/lessons/term.ts';
import { addDays, isCalendarDate, mondayOf } from '../../../domain/time.ts';
import {
  adminLessonsBetweenQuery,
  SEVERAL_LESSONS,
  useCreation,
} from '../../data/planned-lessons.ts';
import { useTopics } from '../../data/tutor.ts';
import { call } from '../../transport/client.ts';
import { useAppForm } from '../../ui/forms/form.tsx';

const WEEKS_MESSAGE = `Weeks must be a whole number from ${TERM_WEEKS.min} to ${TERM_WEEKS.max}`;
const namesFor = ['lesson', 'week'] as const;
const schema = z.object({
  Meeting_Link: lessonFields.Meeting_Link,
  Max_Students: lessonFields.Max_Students,
  from: lessonDate,
  weeks: z.int({ error: WEEKS_MESSAGE }).check(z.refine(isTermLength, { error: WEEKS_MESSAGE })),
  names: z.string(),
  nameFor: z.enum(namesFor),
});

export interface TermChoices {
  /** Any date of the shown week (YYYY-MM-DD). */
  week: string;
  /** Upcoming lessons and recent ones. */
  planned: readonly AdminLesson[];
  business: Business;
  now: number;
  /** Receives the date (YYYY-MM-DD) of the first lesson. */
  onSaved: (date: string) => void;
}

export type Term = ReturnType<typeof useTerm>;

/** What is typed and chosen, and the lessons that it makes. */
export function useTerm({ week, planned, business, now, onSaved }: TermChoices) {
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
  const isPlan = isCalendarDate(draft.from) && isTermLength(draft.weeks);
  /** Null while the input is incomplete. */
  const plan: TermPlan | null = isPlan ? { ...draft, times, leftOut } : null;
  const bare = plan === null ? [] : weeksOfTerm(plan);
  const topics = topicsByCourse(bare, inUse, chosen);
  const weeks = withTopics(bare, topics, inUse);
  const newLessons = lessonsToCreate(weeks);
  const first = isPlan ? mondayOf(draft.from) : start.from;
  const { data: around = [] } = useQuery(
    adminLessonsBetweenQuery(first, addDays(first, 7 * (isPlan ? draft.weeks : 1) - 1)),
  );
  return {
    form,
    draft,
    plan,
    usual,
    times,
    setTimes,
    topics,
    weeks,
    newLessons,
    /** The Monday of the first week. */
    first,
    /** The lessons that there are already in these weeks. */
    around,
    isDirty: draft.names.length + chosen.size > 0,
    leaveOut: (keys: readonly string[], isOut: boolean) => {
      const others = [...leftOut].filter((key) => !keys.includes(key));
      setLeftOut(new Set(isOut ? [...others, ...keys] : others));
    },
    choose: (course: Course | null, at: number, topicId: string | null) =>
      setChosen(new Map(chosen).set(course, new Map(chosen.get(course)).set(at, topicId))),
    firstWeekOf: (course: Course | null) =>
      Math.max(
        0,
        bare.findIndex((one) => lessonsToCreate([one]).some((lesson) => lesson.course === course)),
      ),
  };
}

/** `mutateAsync({lessons})`: the lessons of a term, all or none. */
const usePlanTerm = () =>
  useCreation({
    ...SEVERAL_LESSONS,
    send: (term: NewTerm, idempotencyKey) =>
      call(endpoints.planTerm, { body: term, idempotencyKey }),
  });
