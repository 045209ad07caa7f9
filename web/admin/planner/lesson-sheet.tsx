// <LessonSheet>: a lesson of the planner. It opens on who comes; the parts that it leads to book,
// move and cancel for a family, and edit the lesson.
import { useState } from 'react';

import type { LessonStudent, PlannedLesson } from '../../../domain/lessons/lesson.ts';
import { formatDate, shortTime } from '../../../domain/time.ts';
import { type TopicSummary, topicWords } from '../../../domain/topics/topic-list.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { AddStudent } from './add-student.tsx';
import { CancelForFamily, MoveForFamily } from './change-for-family.tsx';
import { DeleteLesson, EditLesson } from './edit-lesson.tsx';
import { firstNameOf } from './lesson-item.tsx';
import { WhoComes } from './who-comes.tsx';

type SheetPart =
  | { readonly kind: 'students' | 'edit' | 'add' }
  | { readonly kind: 'move' | 'cancel'; readonly student: LessonStudent };

interface LessonSheetProps {
  readonly lesson: PlannedLesson;
  /** Undefined for a lesson without one. */
  readonly topic: Pick<TopicSummary, 'name' | 'reference' | 'archived'> | undefined;
  /** Upcoming lessons, to move bookings to. */
  readonly planned: readonly PlannedLesson[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onClose: () => void;
  /** Receives the date (YYYY-MM-DD) of the saved lesson. */
  readonly onSaved: (date: string) => void;
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
            <DeleteLesson id={lesson.id} onDeleted={onClose} />
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
