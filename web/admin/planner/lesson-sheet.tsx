// <LessonSheet>: a lesson of the planner. It opens on who comes; the parts that it leads to book,
// move and cancel for a family, and edit the lesson.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import * as endpoints from '../../../domain/endpoints.ts';
import {
  hasStarted,
  type LessonStudent,
  type PlannedLesson,
  type AdminLesson,
  type LessonChanges,
} from '../../../domain/lessons/lesson.ts';
import { tutorRoomPath } from '../../../domain/paths.ts';
import { formatDate, shortTime } from '../../../domain/time.ts';
import { type TopicSummary, topicWords } from '../../../domain/topics/topic-list.ts';
import { PLAN_CHANGES } from '../../data/planned-lessons.ts';
import { call } from '../../transport/client.ts';
import { failing } from '../../transport/failures.ts';
import { reportSuccess } from '../../transport/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { firstNameOf } from '../first-names.ts';
import { AddStudent } from './add-student.tsx';
import { CancelForFamily, MoveForFamily } from './change-for-family.tsx';
import { LessonForm, lessonFormSchema } from './lesson-form.tsx';
import { WhoComes } from './who-comes.tsx';

type SheetPart =
  | { readonly kind: 'students' | 'edit' | 'add' }
  | { readonly kind: 'move' | 'cancel'; readonly student: LessonStudent };

interface LessonSheetProps {
  lesson: PlannedLesson;
  /** Undefined for a lesson without one. */
  topic: Pick<TopicSummary, 'name' | 'reference' | 'archived'> | undefined;
  /** Upcoming lessons, to move bookings to. */
  planned: readonly PlannedLesson[];
  now: number;
  onClose: () => void;
  /** Receives the date (YYYY-MM-DD) of the saved lesson. */
  onSaved: (date: string) => void;
}

export default function LessonSheet(props: LessonSheetProps) {
  const { lesson, topic, planned, now, onClose, onSaved } = props;
  const [part, setPart] = useState<SheetPart>({ kind: 'students' });
  /** What was last done here, for the list of students to say. */
  const [done, setDone] = useState<string | null>(null);
  const back = () => setPart({ kind: 'students' });
  const finish = (words: string) => {
    setDone(words);
    back();
  };
  const openPart = (next: SheetPart) => {
    setDone(null);
    setPart(next);
  };
  const isList = part.kind === 'students';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={titleOf(part, lesson)}
      description={
        isList ? (
          <>
            {whenOf(lesson)}. {bookedWords(lesson)}
            {topic !== undefined && <span className="block">Topic: {topicWords(topic)}</span>}
          </>
        ) : (
          whereOf(part, lesson)
        )
      }
      width="wide"
      view={part.kind}
      onBack={isList ? undefined : back}
    >
      {isList && (
        <>
          <WhoComes
            lesson={lesson}
            now={now}
            done={done}
            onAdd={() => openPart({ kind: 'add' })}
            onMove={(student) => openPart({ kind: 'move', student })}
            onCancel={(student) => openPart({ kind: 'cancel', student })}
          />
          <DialogFoot>
            <DeleteLesson lesson={lesson} onDeleted={onClose} />
            <Button variant="secondary" onClick={() => openPart({ kind: 'edit' })}>
              Edit
            </Button>
          </DialogFoot>
        </>
      )}
      {part.kind === 'add' && (
        <AddStudent lesson={lesson} planned={planned} now={now} onDone={finish} />
      )}
      {part.kind === 'move' && (
        <MoveForFamily
          lesson={lesson}
          student={part.student}
          planned={planned}
          now={now}
          onDone={finish}
        />
      )}
      {part.kind === 'cancel' && <CancelForFamily student={part.student} onDone={finish} />}
      {part.kind === 'edit' && <EditLesson lesson={lesson} onDeleted={onClose} onSaved={onSaved} />}
    </Dialog>
  );
}

function titleOf(part: SheetPart, { Lesson_Name: lessonName }: PlannedLesson): string {
  switch (part.kind) {
    case 'students':
      return lessonName;
    case 'edit':
      return 'Edit lesson';
    case 'add':
      return 'Add a student';
    case 'move':
      return `Move ${firstNameOf(part.student)}`;
    case 'cancel':
      return `Cancel for ${firstNameOf(part.student)}?`;
  }
}

const whereOf = ({ kind }: SheetPart, lesson: PlannedLesson) =>
  kind === 'edit' ? bookedWords(lesson) : `${lesson.Lesson_Name}, ${whenOf(lesson)}`;

const whenOf = ({ Date: date, Time: time }: PlannedLesson) =>
  `${formatDate(date, 'long')} at ${shortTime(time)} UK time`;

function bookedWords({
  bookedCount,
  reservedCount,
  Max_Students: maxStudents,
  waitingCount,
}: PlannedLesson): string {
  const reserved = reservedCount === 0 ? '' : `, ${reservedCount} being paid for`;
  const waiting = waitingCount === 0 ? '' : `, ${waitingCount} on the waiting list`;
  return `${bookedCount} of ${maxStudents} booked${reserved}${waiting}`;
}

interface EditLessonProps {
  lesson: AdminLesson;
  onDeleted: () => void;
  /** Receives the date (YYYY-MM-DD) of the saved lesson. */
  onSaved: (date: string) => void;
}

/** <EditLesson>: changes a planned lesson, or deletes it. */
function EditLesson({ lesson, onDeleted, onSaved }: EditLessonProps) {
  const { id, Topic_ID: topicId } = lesson;
  const update = useUpdateLesson();
  const form = useAppForm({
    schema: lessonFormSchema,
    defaultValues: lesson,
    onSubmit: async ({ Date: date, Time: time }, { weeks: _, ...changes }) => {
      // One moment: with half of another one, it would be a moment that nobody has chosen.
      const isMoved = 'Date' in changes || 'Time' in changes;
      const moment = isMoved ? { Date: date, Time: time } : {};
      const { lesson: saved } = await update.mutateAsync({
        id,
        changes: { ...changes, ...moment },
      });
      onSaved(saved.Date);
    },
  });
  const room = topicId !== null && (
    <LinkButton variant="quiet" href={tutorRoomPath(id)}>
      Lesson room
    </LinkButton>
  );
  return (
    <LessonForm form={form} lesson={lesson} room={room}>
      <DialogFoot>
        <DeleteLesson lesson={lesson} onDeleted={onDeleted} />
        <SubmitButton busyLabel="Saving...">Save changes</SubmitButton>
      </DialogFoot>
    </LessonForm>
  );
}

/** `mutateAsync({id, changes})`; `changes` may contain any of the lesson's fields. */
function useUpdateLesson() {
  return useMutation({
    meta: failing('Error Updating Lesson', 'Failed to update lesson. Please try again.', {
      changes: PLAN_CHANGES,
    }),
    mutationFn: ({ id, changes }: { id: string; changes: LessonChanges }) =>
      call(endpoints.updateLesson, { params: { id }, body: changes }),
    onSuccess: ({ lesson }) =>
      reportSuccess('Lesson Updated', `The changes to ${lesson.Lesson_Name} were saved.`),
  });
}

const QUESTIONS = {
  ahead:
    'Are you sure you want to delete this lesson? This will also cancel all bookings for this lesson.',
  started:
    'Are you sure you want to delete this lesson? It has started: its bookings stay as a record and no credits come back, unless you have moved it here in the last ten minutes.',
} as const;

/** <DeleteLesson>: deletes a lesson, after a question. */
function DeleteLesson({ lesson, onDeleted }: { lesson: AdminLesson; onDeleted: () => void }) {
  const remove = useDeleteLesson();
  const text = QUESTIONS[hasStarted(lesson, useNow()) ? 'started' : 'ahead'];
  return (
    <ConfirmButton
      variant="quiet"
      size="compact"
      className="-ml-3 mr-auto flex-none! text-negative!"
      busy={remove.isPending}
      question={{
        title: 'Delete lesson',
        text,
        action: 'Delete lesson',
        refusal: 'Keep lesson',
      }}
      onConfirm={() => remove.mutate({ id: lesson.id }, { onSuccess: onDeleted })}
    >
      Delete
    </ConfirmButton>
  );
}

/** `mutate({id})`, after the admin has confirmed. */
function useDeleteLesson() {
  return useMutation({
    meta: failing('Error Deleting Lesson', 'Failed to delete lesson. Please try again.', {
      changes: PLAN_CHANGES,
    }),
    mutationFn: ({ id }: { id: string }) => call(endpoints.deleteLesson, { params: { id } }),
    onSuccess: ({ bookingsCancelled }) =>
      reportSuccess(
        'Lesson Deleted',
        bookingsCancelled
          ? 'The lesson and all of its bookings were removed.'
          : 'The lesson was removed.',
      ),
  });
}
