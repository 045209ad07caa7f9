// <CopyWeekDialog>: copies the lessons of the shown week into another one.
import { useQuery } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import { copiedWeekSchema, type CopiedWeek } from '../../../domain/lessons/lesson.ts';
import { addDays, formatDate, isCalendarDate, mondayOf } from '../../../domain/time.ts';
import { adminLessonsQuery, useCreation, wereAdded } from '../../data/planned-lessons.ts';
import { call } from '../../transport/client.ts';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Warning } from './lesson-warnings.tsx';

interface CopyWeekDialogProps {
  /** The Monday (YYYY-MM-DD) of the week to duplicate. */
  monday: string;
  /** How many lessons it has. */
  count: number;
  onClose: () => void;
  /** Receives the date of the new week. */
  onSaved: (date: string) => void;
}

const weekName = (monday: string) =>
  `${formatDate(monday, 'day')} to ${formatDate(addDays(monday, 6), 'day')} ${addDays(monday, 6).slice(0, 4)}`;

export default function CopyWeekDialog({ monday, count, onClose, onSaved }: CopyWeekDialogProps) {
  const copy = useCopyWeek();
  const form = useAppForm({
    schema: copiedWeekSchema,
    defaultValues: { from: monday, to: addDays(monday, 7) },
    onSubmit: async (weeks) => {
      await copy.mutateAsync(weeks);
      onSaved(weeks.to);
    },
  });
  const to = form.watch('to');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Duplicate week"
      description={`The ${count} ${count === 1 ? 'lesson' : 'lessons'} of ${weekName(monday)}, on the same weekdays and at the same UK times. Bookings are not copied.`}
    >
      <Form form={form} label="Duplicate week">
        <input type="hidden" {...form.register('from')} />
        <TextField
          form={form}
          name="to"
          label="Into the week of"
          type="date"
          hint={isCalendarDate(to) ? weekName(mondayOf(to)) : 'Any day of that week'}
        />
        <div aria-live="polite" className="empty:hidden">
          {isCalendarDate(to) && <TakenWarning monday={mondayOf(to)} />}
        </div>
        <DialogFoot>
          <SubmitButton busyLabel="Duplicating...">Duplicate week</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

function TakenWarning({ monday }: { monday: string }) {
  const count = useQuery(adminLessonsQuery(monday)).data?.length ?? 0;
  if (count === 0) return null;
  return (
    <Warning>
      That week has {count === 1 ? '1 lesson' : `${count} lessons`} already. Duplicating adds to{' '}
      {count === 1 ? 'it' : 'them'}.
    </Warning>
  );
}

/** `mutateAsync({from, to})`: copies the lessons of the week of `from` into the week of `to`. */
const useCopyWeek = () =>
  useCreation({
    failure: 'Failed to duplicate the week. Please try again.',
    send: (weeks: CopiedWeek, idempotencyKey) =>
      call(endpoints.copyWeek, { body: weeks, idempotencyKey }),
    toastFor: ({ lessons }) => ({
      title: 'Week duplicated',
      description: `${wereAdded(lessons)}.`,
    }),
  });
