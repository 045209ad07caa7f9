// <LessonFoot>: the foot of a lesson's details: whom its buttons act on, what to know before
// pressing one, and the buttons.
import { useState } from 'react';

import { courseOf } from '../../../../domain/course.ts';
import {
  finalWords,
  finalWordsWhenPaid,
  LESSON_CREDITS,
} from '../../../../domain/lessons/booking.ts';
import { type FamilyLesson, hasStarted } from '../../../../domain/lessons/lesson.ts';
import { clashesFor } from '../../../../domain/lessons/student-day.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { rememberStudent } from '../../../data/remembered.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { DialogFoot, DialogLead } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Rest } from '../../../ui/rest.tsx';
import { type Booker, hasSeveral, isBookedFor, mayBook, clashWords } from '../booker.ts';
import { type ToldBy, type BookingChoice, useBookLesson, useCancelBooking } from '../bookings.ts';
import { cancellationQuestion } from '../cancel-question.tsx';
import { ActionButton, BOOKS, type KindByClick, PayAndBookWords } from './action-button.tsx';
import { actionsFor, bookingInTheWay, type LessonAction } from './actions.ts';
import { CourseWarning, StudentChips, FinalNote, type PartProps } from './dialog-parts.tsx';
import { useMoveBooking } from './moved-bookings.ts';
import { useWaitingList } from './waiting-list-part.tsx';

interface LessonFootProps extends PartProps {
  onBooked: (chosen: BookingChoice) => ToldBy;
  onMoved: (chosen: Pick<BookingChoice, 'student'>) => ToldBy;
  onCancelled: (chosen: BookingChoice) => ToldBy;
  onWaiting: () => ToldBy;
  onMove: (student: Student) => void;
  onBuy: () => void;
  /** Closes the dialog, where it has just confirmed a booking; otherwise null. */
  onDone: (() => void) | null;
}

export function LessonFoot({ onChoose, ...props }: LessonFootProps) {
  const { lesson, booker, student, now, onBuy } = props;
  const { user } = booker;
  const { question, actions, isSaving, run, remember } = useLessonActions(props);
  const onDone = isSaving ? null : props.onDone;
  const bookAction = isSaving ? undefined : actions.find(({ kind }) => BOOKS.includes(kind));
  return (
    <>
      {question}
      <DialogLead>
        {!isSaving && needsChoice(lesson, user, now) && (
          <StudentChips
            legend="Who is it for?"
            lesson={lesson}
            students={user.students}
            chosen={student}
            onChoose={onChoose}
          />
        )}
        {bookAction?.kind === 'pay_and_book' && (
          <PaymentNote user={user} student={bookAction.student} onBuy={onBuy} />
        )}
      </DialogLead>
      <DialogFoot
        note={
          !isSaving && (
            <>
              <ClashNotice lesson={lesson} booker={booker} actions={actions} />
              {bookAction !== undefined && (
                <BookingNotes lesson={lesson} user={user} action={bookAction} now={now} />
              )}
            </>
          )
        }
      >
        {/* After a booking, a sibling's may stand in its place. */}
        <Rest after={isSaving}>
          {actions
            .map((action, index) => (
              <ActionButton
                // Another student's button must not inherit the focus: a second Enter would book.
                key={`${action.kind} ${action.student?.id}`}
                action={action}
                lesson={lesson}
                booker={booker}
                isFirst={index === 0}
                isDone={onDone !== null}
                isBusy={isSaving}
                onRun={(kind, whose) => run(action, kind, whose)}
                onLeave={remember}
              />
            ))
            .toReversed()}
        </Rest>
        {/* Where a sibling can come too, that is the next step. */}
        {onDone !== null && !actions.some(({ isAlso }) => isAlso) && (
          <Button onClick={onDone}>Done</Button>
        )}
      </DialogFoot>
    </>
  );
}

/**
 * The lesson's actions for the student, the question that one of them asks first, and whether one
 * is being saved. `remember` keeps for whom somebody last booked this course.
 */
function useLessonActions(props: Omit<LessonFootProps, 'onChoose'>) {
  const { lesson, booker, student, now, ...handlers } = props;
  const { user } = booker;
  const { book, isPending: isBooking } = useBookLesson(user, handlers.onBooked);
  const { cancel, isPending: isCancelling } = useCancelBooking(user, handlers.onCancelled);
  const list = useWaitingList(user, handlers.onWaiting);
  const { move, isPending: isMoving } = useMoveBooking(user, handlers.onMoved);
  const [question, ask] = useConfirm();
  const [pressed, setPressed] = useState<LessonAction | null>(null);
  const isSaving = isBooking || isCancelling || isMoving || list.isPending;
  // While a change is being saved, the lesson already shows the result. The pressed button stays
  // and keeps the focus: Base UI gives the focus of a removed button to the dialog, and a frame
  // later once more, when the confirmation may have it.
  const saved: LessonAction = pressed ?? {
    kind: isBooking ? 'book' : 'cancel',
    student: null,
    refusal: null,
    isAlso: false,
  };
  const remember = (whose: Student) => {
    if (hasSeveral(user)) rememberStudent(courseOf(lesson.Lesson_Name), whose.id);
  };
  const askToCancel = async (whose: Student) => {
    if (await ask(cancellationQuestion(user, { lesson, student: whose })))
      cancel({ lesson, student: whose });
  };
  const bookFor = (whose: Student, isFreeFirst: boolean) => {
    remember(whose);
    book({ lesson, student: whose, isFreeFirst });
  };
  const moveHere = (whose: Student, action: LessonAction) => {
    const way = bookingInTheWay(action, booker.lessons, now);
    if (way !== null) move({ ...way, student: whose, to: lesson });
  };
  const acts: Readonly<Record<KindByClick, (whose: Student, action: LessonAction) => void>> = {
    book: (whose) => bookFor(whose, false),
    book_free: (whose) => bookFor(whose, true),
    join_list: (whose) => list.join({ lesson, student: whose }),
    leave_list: (whose) => list.leave({ lesson, student: whose }),
    move: (whose) => handlers.onMove(whose),
    move_here: moveHere,
    cancel: (whose) => void askToCancel(whose),
  };
  return {
    question,
    actions: isSaving ? [saved] : actionsFor(lesson, booker, student, now),
    isSaving,
    run: (action: LessonAction, kind: KindByClick, whose: Student) => {
      setPressed(action);
      acts[kind](whose, action);
    },
    remember,
  };
}

interface PaymentNoteProps {
  user: Booker['user'];
  student: Student | null;
  onBuy: () => void;
}

/** <PaymentNote>: what the one credit costs that is missing, and how to buy several. */
function PaymentNote({ user, student, onBuy }: PaymentNoteProps) {
  return (
    <p className="text-note leading-snug">
      <PayAndBookWords user={user} student={student} missing={LESSON_CREDITS} /> For several
      lessons:{' '}
      <button
        type="button"
        className="cursor-pointer py-1 font-bold underline decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2"
        onClick={onBuy}
      >
        Buy Credits
      </button>
    </p>
  );
}

interface BookingNotesProps {
  lesson: FamilyLesson;
  user: Booker['user'];
  /** It books. */
  action: LessonAction;
  now: number;
}

/**
 * <BookingNotes>: whether a booking could be cancelled, and whether the course is the student's.
 */
function BookingNotes({ lesson, user, action: { kind, student }, now }: BookingNotesProps) {
  const words = kind === 'pay_and_book' ? finalWordsWhenPaid : finalWords;
  return (
    <>
      <FinalNote words={words(lesson, now)} />
      {student !== null && <CourseWarning lesson={lesson} user={user} student={student} />}
    </>
  );
}

/**
 * Whether the buttons could act on several students; a single sibling has a button of their own.
 */
function needsChoice(lesson: FamilyLesson, user: Booker['user'], now: number): boolean {
  if (!hasSeveral(user) || !mayBook(user) || hasStarted(lesson, now)) return false;
  const booked = user.students.filter((student) => isBookedFor(lesson, student)).length;
  return booked > 1 || user.students.length - booked > 1;
}

interface ClashNoticeProps {
  lesson: FamilyLesson;
  booker: Booker;
  /** Those of one student, or of a booked one and a sibling. */
  actions: readonly LessonAction[];
}

/**
 * <ClashNotice>: says before a booking, or beside one, that the student has another lesson at that
 * time.
 */
function ClashNotice({ lesson, booker, actions }: ClashNoticeProps) {
  const students = new Set(actions.map(({ student }) => student));
  const words = [...students].flatMap((student) => {
    if (student === null) return [];
    const clashes = clashesFor(lesson, student.id, booker.lessons);
    const isBooked = isBookedFor(lesson, student);
    return clashWords(booker.user, student, { clashes, isBooked }) ?? [];
  });
  if (words.length === 0) return null;
  return (
    <Notice as="p" tone="caution" role="note" className="low:py-1">
      <strong>{words.join(' ')}</strong>
      {actions.some(({ kind, clashes = [] }) => kind === 'join_list' && clashes.length > 0) && (
        <span> You will be told, not booked.</span>
      )}
    </Notice>
  );
}
