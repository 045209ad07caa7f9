// <LessonForm>: plans a lesson, once or weekly, or edits one, with Delete.
import { useState } from 'react';
import * as z from 'zod/mini';

import { type AdminLesson, lessonFields, newLessonSchema } from '../../../domain/lessons/lesson.ts';
import { REPEAT_WEEKS } from '../../../domain/limits.ts';
import { tutorRoomPath } from '../../../domain/paths.ts';
import { formatDate, isCalendarDate, shortTime } from '../../../domain/time.ts';
import { followTopics } from '../../../domain/topics/term-topics.ts';
import {
  useCreateLesson,
  useRepeatLesson,
  useUpdateLesson,
} from '../../api/lessons/planned-lessons.ts';
import { useTopics } from '../../api/topics/topics.ts';
import { useBusinessSettings } from '../../api/tutor/settings.ts';
import { DialogFoot } from '../../ui/dialog.tsx';
import { Form, SubmitButton, type AppForm, useAppForm } from '../../ui/forms/form.tsx';
import { NumberField, TextArea, TextField } from '../../ui/forms/text-field.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { DeleteLesson } from './delete-lesson.tsx';
import { choiceButtonClass, maxStudentsField, meetingLinkField } from './lesson-fields.ts';
import { LessonWarnings } from './lesson-warnings.tsx';
import { TopicPicker } from './topic-picker.tsx';

/** A time input omits the seconds if they are zero. */
function withSeconds(time: string): string {
  return /^\d{2}:\d{2}$/.test(time) ? `${time}:00` : time;
}

/** Ids may also be sent as numbers. */
const toId = (id: string | number | null | undefined): string | null =>
  id === null || id === undefined ? null : String(id);

const WEEKS_MESSAGE = `Weeks must be a whole number from 1 to ${REPEAT_WEEKS.max}`;

const schema = z.extend(newLessonSchema, {
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

type LessonInput = z.input<typeof schema>;

interface LessonFormProps {
  /** The lesson to edit, or the initial values of a new one. */
  readonly subject:
    | AdminLesson
    | Pick<AdminLesson, 'Date' | 'Time' | 'Meeting_Link' | 'Max_Students'>;

  readonly onDeleted: () => void;
  /** Receives the date (YYYY-MM-DD) of the saved lesson. */
  readonly onSaved: (date: string) => void;
}

export function LessonForm({ subject, onDeleted, onSaved }: LessonFormProps) {
  const lesson = 'id' in subject ? subject : null;
  const now = useNow();
  const create = useCreateLesson();
  const repeat = useRepeatLesson();
  const update = useUpdateLesson();
  /** The topics chosen for the second week and later ones; the others follow the library. */
  const [later, setLater] = useState<ReadonlyMap<number, string | null>>(new Map());
  const { inUse } = useTopics([]);
  const topicsOf = (weeks: number, first: string | null) =>
    followTopics(Array<boolean>(weeks).fill(true), inUse, new Map([[0, first], ...later]));
  const form = useAppForm({
    schema,
    defaultValues: lesson ?? {
      ...subject,
      Lesson_Name: '',
      lesson_notes: '',
      Topic_ID: null,
      weeks: 1,
    },
    onSubmit: async ({ weeks = 1, ...values }) => {
      if (lesson !== null) await update.mutateAsync({ id: lesson.id, changes: values });
      else if (weeks >= REPEAT_WEEKS.min) {
        const topicIds = topicsOf(weeks, values.Topic_ID);
        await repeat.mutateAsync({ ...values, weeks, Topic_IDs: topicIds });
      } else await create.mutateAsync(values);
      onSaved(values.Date);
    },
  });
  const { weeks = 1, ...typed } = form.watch();
  const draft = { ...typed, Time: withSeconds(typed.Time), weeks };
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
      <div className="sm:col-span-2">
        <TextField form={form} name="Lesson_Name" label="Lesson name" autoComplete="off" />
      </div>
      <div className="sm:col-span-2">
        <TextField form={form} {...meetingLinkField} />
      </div>
      <NumberField form={form} {...maxStudentsField} />
      <div className="sm:col-span-2">
        <TopicPicker
          label="Topic"
          value={toId(typed.Topic_ID)}
          onChange={(topicId) => form.setValue('Topic_ID', topicId, { shouldDirty: true })}
        />
        {lesson !== null && lesson.Topic_ID !== null && (
          <LinkButton variant="quiet" href={tutorRoomPath(lesson.id)}>
            Open the lesson room
          </LinkButton>
        )}
      </div>
      {lesson === null && (
        <NumberField
          form={form}
          name="weeks"
          label="Repeat weekly"
          hint={`Number of weeks, up to ${REPEAT_WEEKS.max}; 1 is this date alone`}
          min={1}
          max={REPEAT_WEEKS.max}
        />
      )}
      {lesson === null &&
        isRepeated(draft.weeks) &&
        topicsOf(draft.weeks, toId(typed.Topic_ID)).map((topicId, week, topics) => {
          // Without any topic, a row for each week would only be in the way.
          if (week === 0 || topics.every((id) => id === null)) return null;
          const label = `Topic of week ${week + 1}`;
          const choose = (chosen: string | null) => setLater(new Map(later).set(week, chosen));
          return <TopicPicker key={label} label={label} value={topicId} onChange={choose} />;
        })}
      <div className="sm:col-span-2">
        <TextArea form={form} name="lesson_notes" label="Lesson notes" optional rows={3} />
      </div>
      <div className="sm:col-span-2">
        <LessonWarnings draft={draft} lesson={lesson} now={now} />
      </div>
      <DialogFoot>
        {lesson !== null && <DeleteLesson id={lesson.id} onDeleted={onDeleted} />}
        <SubmitButton busyLabel="Saving...">{saveLabel(lesson, draft.weeks)}</SubmitButton>
      </DialogFoot>
    </Form>
  );
}

const isRepeated = (weeks: number): boolean =>
  Number.isInteger(weeks) && weeks >= REPEAT_WEEKS.min && weeks <= REPEAT_WEEKS.max;

function saveLabel(lesson: AdminLesson | null, weeks: number): string {
  if (lesson !== null) return 'Save changes';
  return isRepeated(weeks) ? `Create ${weeks} Lessons` : 'Create Lesson';
}

function dayHint(date: string): string {
  return isCalendarDate(date) ? formatDate(date, 'long') : 'Day, month and year';
}

/** The usual times, one tap each. */
function TimeChoice({
  form,
  chosen,
}: {
  readonly form: AppForm<LessonInput>;
  readonly chosen: string;
}) {
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
