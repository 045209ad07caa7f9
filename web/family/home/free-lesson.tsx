// <AskForFreeLesson> and <FreeLessonNote>: how a family gets its free first lesson, on its home
// page and in a lesson's dialog.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { spokenHours } from '../../../domain/business-words.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { answerDueAt } from '../../../domain/enquiries/enquiry.ts';
import { keepFreeLessonBy, type FreeLessonState } from '../../../domain/enquiries/free-lesson.ts';
import { errorCatalogue, type ErrorCode } from '../../../domain/errors.ts';
import { hasStarted, type FamilyLesson } from '../../../domain/lessons/lesson.ts';
import { unbroken } from '../../../domain/near-dates.ts';
import { shortNames } from '../../../domain/people/student-rules.ts';
import { isYearUnknown } from '../../../domain/school-year.ts';
import { formatDate, shortTime, ukDate, ukTime } from '../../../domain/time.ts';
import {
  yearClass,
  yearClasses,
  yearLabel,
  type YearClass,
  asksFromSeptember,
} from '../../../domain/year-class.ts';
import { useBusiness } from '../../content/site-context.ts';
import { useSendConfirmation, PEOPLE, PROFILE } from '../../data/family.ts';
import { describeInstant } from '../../parts/lesson-times.ts';
import { call } from '../../transport/client.ts';
import { ApiError, failing } from '../../transport/failures.ts';
import { loadAgain, reportSuccess } from '../../transport/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Booker } from './booker.ts';
import { patchFreeLesson } from './booking-cache.ts';

/** 'the answer comes by email within 24 hours' */
export const useAnswerWords = (): string =>
  `the answer comes by email within ${spokenHours(useBusiness().response_hours)}`;

interface AskProps {
  user: Booker['user'];
  variant?: 'primary' | 'secondary';
}

/** One button, and the student's year as long as the first student has none. */
export function AskForFreeLesson({ user, variant = 'primary' }: AskProps) {
  const { response_hours } = useBusiness();
  const ask = useAskForFreeLesson(response_hours);
  const year = useRef<HTMLSelectElement>(null);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [first] = user.students;
  const now = useNow();
  const needsYear = first !== undefined && isYearUnknown(first);
  const name = first === undefined ? '' : shortNames(user.students).get(first.id);
  const send = () => {
    if (!needsYear) {
      ask.mutate({ year: null });
      return;
    }
    const chosen = yearClass.safeParse(year.current?.value);
    setFault(chosen.error?.issues[0]?.message);
    if (chosen.success) ask.mutate({ year: chosen.data });
    else year.current?.focus();
  };
  return (
    <div className="grid justify-items-start gap-3 wrap-anywhere">
      {needsYear && (
        <Field label={questionOf(name ?? first.Student_Name, now)} error={fault}>
          {(control) => (
            <select {...control} ref={year} defaultValue="" onChange={() => setFault(undefined)}>
              <option value="">Choose a year</option>
              {yearClasses.map((one) => (
                <option key={one} value={one}>
                  {yearLabel(one)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Button variant={variant} busy={ask.isPending} busyLabel="Asking..." onClick={send}>
        Ask for your free lesson
      </Button>
    </div>
  );
}

const questionOf = (name: string, now: number) =>
  asksFromSeptember(now) ? `Which year is ${name} in from September?` : `Which year is ${name} in?`;

interface NoteProps {
  lesson: FamilyLesson;
  booker: Booker;
  now: number;
}

/** By when a parent has to confirm the address, or the free lesson that is booked is lost. */
export function ConfirmNote({ lesson, booker: { user, confirmBy }, now }: NoteProps) {
  if (!lesson.isBooked || hasStarted(lesson, now)) return null;
  return <ConfirmTerms user={user} by={confirmBy} now={now} />;
}

interface ConfirmTermsProps {
  user: Booker['user'];
  /** Epoch milliseconds; null if nothing depends on it. */
  by: number | null;
  now: number;
}

function ConfirmTerms({ user, by, now }: ConfirmTermsProps) {
  if (by === null || user.email_confirmed !== false) return null;
  return (
    <Notice tone="caution">
      <p>
        <strong>Confirm your address by {unbroken(describeInstant(by, now))}:</strong> follow the
        link in our welcome email. Otherwise the spot goes to another family.
      </p>
      <SendAgain email={user.Parent_Email ?? null} />
    </Notice>
  );
}

/** Sends the parent another link; nothing for a student. */
function SendAgain({ email }: { email: string | null }) {
  const send = useSendConfirmation(email ?? '');
  if (email === null) return null;
  return (
    <Button
      variant="quiet"
      size="flush"
      className="-mb-2"
      busy={send.isPending}
      busyLabel="Sending..."
      onClick={() => send.mutate()}
    >
      Send the email again
    </Button>
  );
}

/** What a lesson costs a family that has not had its free one. */
export function FreeLessonNote({ lesson, booker, now }: NoteProps) {
  const { user, freeLesson } = booker;
  const answer = useAnswerWords();
  const { free_spots_left: left } = lesson;
  if (left === 0) return <p>{errorCatalogue.free_spots_taken.text}</p>;
  if (left !== null)
    return (
      <>
        <ConfirmTerms
          user={user}
          now={now}
          by={keepFreeLessonBy(now, Date.parse(lesson.starts_at))}
        />
        <p>
          Your first lesson is free: you need no card and no credit. After it you can book every{' '}
          {formatDate(lesson.Date, 'weekday')} at {shortTime(lesson.Time)} in one go.
        </p>
      </>
    );
  if (freeLesson === 'asked') return <p>You have asked for your free first lesson: {answer}.</p>;
  if (freeLesson !== 'available') return null;
  return (
    <div className="grid gap-3">
      <p>Your first lesson is free if you ask for it: {answer}.</p>
      <AskForFreeLesson user={user} variant="secondary" />
    </div>
  );
}

/** Refusals that only update the page's state and are no failures. */
const settled: Partial<Readonly<Record<ErrorCode, FreeLessonState>>> = {
  already_asked: 'asked',
  free_lesson_used: 'had',
};

/**
 * `mutate({year})`; the year is required while the first student has none, otherwise null. The
 * answer is promised within `hours`.
 */
function useAskForFreeLesson(hours: number) {
  const client = useQueryClient();
  return useMutation({
    meta: failing('Free lesson', 'Unable to ask for your free lesson. Please try again.'),
    mutationFn: async ({ year }: { year: YearClass | null }): Promise<FreeLessonState> => {
      try {
        await call(endpoints.askForFreeLesson, { body: year === null ? {} : { year_class: year } });
        return 'asked';
      } catch (error) {
        const state =
          error instanceof ApiError && error.code !== undefined ? settled[error.code] : undefined;
        if (state === undefined) throw error;
        return state;
      }
    },
    onSuccess: (free_lesson) => {
      patchFreeLesson(client, free_lesson);
      // Updates the student's year and, if the free lesson was granted earlier, the credits.
      void loadAgain(client, [PROFILE, PEOPLE]);
      if (free_lesson === 'asked') reportSuccess('Free lesson', answerBy(hours));
    },
  });
}

function answerBy(hours: number): string {
  const due = answerDueAt(Date.now(), hours);
  return `You have asked for it. The answer comes by email by ${formatDate(ukDate(due), 'weekday')} ${ukTime(due)}.`;
}
