// <NewLesson>: the dialog for a new lesson, once or weekly, prefilled from the business settings
// and the lessons that are planned already.
import { useState } from 'react';

import type { Business } from '../../../domain/business.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import {
  freeTimeOn,
  nextFreeSlot,
  type PlannerState,
  proposedLink,
} from '../../../domain/lessons/lesson-plan.ts';
import {
  type AdminLesson,
  type NewLesson as LessonBody,
  type RepeatedLesson,
  REPEAT_WEEKS,
} from '../../../domain/lessons/lesson.ts';
import { followTopics } from '../../../domain/lessons/term-topics.ts';
import { useCreation, SEVERAL_LESSONS } from '../../data/planned-lessons.ts';
import { useTopics } from '../../data/tutor.ts';
import { call } from '../../transport/client.ts';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { NumberField } from '../../ui/forms/text-field.tsx';
import { LessonForm, lessonFormSchema, toId } from './lesson-form.tsx';
import { TopicPicker } from './topic-picker.tsx';

/**
 * Where the tutor wants the lesson: from a week on, on a day, or at a time (YYYY-MM-DD, HH:MM:SS).
 */
export type Wish = { readonly week: string } | { readonly Date: string; readonly Time?: string };

interface NewLessonProps {
  wish: Wish;
  /** Upcoming lessons and recent ones. */
  planned: readonly AdminLesson[];
  business: Business;
  now: number;
  onClose: () => void;
  /** Receives the date (YYYY-MM-DD) of the saved lesson. */
  onSaved: (date: string) => void;
}

export default function NewLesson({
  wish,
  planned,
  business,
  now,
  onClose,
  onSaved,
}: NewLessonProps) {
  // As of the opening of the dialog: lessons planned in the meantime must not change what is being
  // typed.
  const [defaultValues] = useState(() => ({
    ...slotFor(wish, { lessons: planned, usual: business.usual_times, now }),
    Meeting_Link: proposedLink(planned, business.default_meeting_link),
    Max_Students: business.default_max_students,
    Lesson_Name: '',
    lesson_notes: '',
    Topic_ID: null,
    weeks: 1,
  }));
  const create = useCreateLesson();
  const repeat = useRepeatLesson();
  /** The topics chosen for the second week and later ones; the others follow the library. */
  const [later, setLater] = useState<ReadonlyMap<number, string | null>>(new Map());
  const { inUse } = useTopics([]);
  const topicsOf = (weeks: number, first: string | null) =>
    followTopics(Array<boolean>(weeks).fill(true), inUse, new Map([[0, first], ...later]));
  const form = useAppForm({
    schema: lessonFormSchema,
    defaultValues,
    onSubmit: async ({ weeks = 1, ...values }) => {
      if (weeks >= REPEAT_WEEKS.min) {
        const topicIds = topicsOf(weeks, values.Topic_ID);
        await repeat.mutateAsync({ ...values, weeks, Topic_IDs: topicIds });
      } else await create.mutateAsync(values);
      onSaved(values.Date);
    },
  });
  const { weeks = 1, Topic_ID: firstTopicId } = form.watch();
  const isRepeated =
    Number.isInteger(weeks) && weeks >= REPEAT_WEEKS.min && weeks <= REPEAT_WEEKS.max;
  const topics = isRepeated ? topicsOf(weeks, toId(firstTopicId)) : [];
  // Without any topic, a row for each week would only be in the way.
  const laterTopics = topics.every((id) => id === null) ? [] : topics.slice(1);
  const more = (
    <>
      <NumberField
        form={form}
        name="weeks"
        label="Repeat weekly"
        hint={`Number of weeks, up to ${REPEAT_WEEKS.max}; 1 is this date alone`}
        min={1}
        max={REPEAT_WEEKS.max}
      />
      {laterTopics.map((topicId, index) => {
        const week = index + 1;
        const label = `Topic of week ${week + 1}`;
        const choose = (chosen: string | null) => setLater(new Map(later).set(week, chosen));
        return <TopicPicker key={label} label={label} value={topicId} onChange={choose} />;
      })}
    </>
  );
  return (
    <Dialog open onOpenChange={onClose} title="Create New Lesson" width="wide">
      <LessonForm form={form} lesson={null} more={more}>
        <DialogFoot>
          <SubmitButton busyLabel="Saving...">
            {isRepeated ? `Create ${weeks} lessons` : 'Create lesson'}
          </SubmitButton>
        </DialogFoot>
      </LessonForm>
    </Dialog>
  );
}

function slotFor(wish: Wish, planning: PlannerState) {
  if ('week' in wish) return nextFreeSlot(wish.week, planning);
  return { Date: wish.Date, Time: wish.Time ?? freeTimeOn(wish.Date, planning) };
}

/** `mutateAsync(lesson)`. */
const useCreateLesson = () =>
  useCreation({
    failure: 'Failed to create lesson. Please try again.',
    send: (lesson: LessonBody, idempotencyKey) =>
      call(endpoints.createLesson, { body: lesson, idempotencyKey }),
    toastFor: ({ lesson }) => ({
      title: 'Lesson Created',
      description: `${lesson.Lesson_Name} was added to the planner.`,
    }),
  });

/** `mutateAsync(lesson)`, with `weeks`: the same lesson in each of this many weeks, all or none. */
const useRepeatLesson = () =>
  useCreation({
    ...SEVERAL_LESSONS,
    send: (lesson: RepeatedLesson, idempotencyKey) =>
      call(endpoints.repeatLesson, { body: lesson, idempotencyKey }),
  });
