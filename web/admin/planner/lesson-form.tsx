// <LessonForm>: the fields that a new lesson and an edited one share, and what to know before
// saving.
import type { ReactNode } from 'react';
import * as z from 'zod/mini';

import {
  type AdminLesson,
  lessonFields,
  newLessonSchema,
  REPEAT_WEEKS,
} from '../../../domain/lessons/lesson.ts';
import { formatDate, isCalendarDate, shortTime } from '../../../domain/time.ts';
import { lessonNameOf } from '../../../domain/topics/topic-list.ts';
import { useBusinessSettings } from '../../data/settings.ts';
import { useTopics } from '../../data/tutor.ts';
import { type AppForm, Form } from '../../ui/forms/form.tsx';
import { NumberField, TextArea, TextField } from '../../ui/forms/text-field.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { EmailWarning, SlotWarnings } from './lesson-warnings.tsx';
import {
  choiceButtonClass,
  maxStudentsField,
  meetingLinkField,
  TopicPicker,
} from './topic-picker.tsx';

/** A time input omits the seconds if they are zero. */
function withSeconds(time: string): string {
  return /^\d{2}:\d{2}$/.test(time) ? `${time}:00` : time;
}

/** Ids may also be sent as numbers. */
export const toId = (id: string | number | null | undefined): string | null =>
  id === null || id === undefined ? null : String(id);

const WEEKS_MESSAGE = `Weeks must be a whole number from 1 to ${REPEAT_WEEKS.max}`;

export const lessonFormSchema = z.extend(newLessonSchema, {
  Time: z.pipe(z.pipe(z.string(), z.transform(withSeconds)), newLessonSchema.shape.Time),
  Max_Students: lessonFields.Max_Students,
  /** Missing when a lesson is edited. */
  weeks: z.optional(
    z
      .int({ error: WEEKS_MESSAGE })
      .check(
        z.minimum(1, { error: WEEKS_MESSAGE }),
        z.maximum(REPEAT_WEEKS.max, { error: WEEKS_MESSAGE }),
      ),
  ),
});

type LessonInput = z.input<typeof lessonFormSchema>;

interface LessonFormProps {
  form: AppForm<LessonInput>;
  /** The edited lesson; null for a new one. */
  lesson: AdminLesson | null;
  /** What comes right beneath the topic, in the same cell of the grid. */
  room?: ReactNode;
  /** More fields after the topic. */
  more?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

export function LessonForm({ form, lesson, room, more, children }: LessonFormProps) {
  const now = useNow();
  const { weeks = 1, ...typed } = form.watch();
  const draft = { ...typed, Time: withSeconds(typed.Time), weeks };
  const { topicOf } = useTopics([toId(typed.Topic_ID)]);
  /** A topic also names a lesson that has no name, or that of the topic before. */
  const chooseTopic = (topicId: string | null) => {
    const [before, next] = [topicOf(toId(typed.Topic_ID)), topicOf(topicId)];
    form.setValue('Topic_ID', topicId, { shouldDirty: true });
    if (
      next !== undefined &&
      ['', before && lessonNameOf(before)].includes(typed.Lesson_Name.trim())
    )
      form.setValue('Lesson_Name', lessonNameOf(next), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <Form form={form} label="Lesson" className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <TextField form={form} name="Date" label="Date" type="date" hint={dayHint(draft.Date)} />
      <div>
        <TextField
          form={form}
          name="Time"
          label="Time"
          type="time"
          hint="UK time; a lesson lasts 1 hour"
        />
        <TimeChoice form={form} chosen={draft.Time} />
      </div>
      <SlotWarnings draft={draft} lesson={lesson} now={now} />
      <div className="sm:col-span-2">
        <TextField form={form} name="Lesson_Name" label="Lesson name" />
      </div>
      <div className="sm:col-span-2">
        <TextField form={form} {...meetingLinkField} />
      </div>
      <NumberField form={form} {...maxStudentsField} />
      <div className="sm:col-span-2">
        <TopicPicker label="Topic" value={toId(typed.Topic_ID)} onChange={chooseTopic} />
        {room}
      </div>
      {more}
      <div className="sm:col-span-2">
        <TextArea form={form} name="lesson_notes" label="Lesson notes" optional rows={3} />
      </div>
      <EmailWarning draft={draft} lesson={lesson} />
      {children}
    </Form>
  );
}

function dayHint(date: string): string {
  return isCalendarDate(date) ? formatDate(date, 'long') : 'Day, month and year';
}

/** The usual times, one tap each. */
function TimeChoice({ form, chosen }: { form: AppForm<LessonInput>; chosen: string }) {
  const usual = useBusinessSettings()?.usual_times ?? [];
  const times = [...new Set(usual.map(({ time }) => time))].toSorted();
  return (
    <fieldset aria-label="Usual hours" className="mt-2 flex flex-wrap gap-2">
      {times.map((time) => (
        <button
          key={time}
          type="button"
          aria-pressed={time === chosen}
          className={`${choiceButtonClass} px-4`}
          onClick={() => form.setValue('Time', time)}
        >
          {shortTime(time)}
        </button>
      ))}
    </fieldset>
  );
}
