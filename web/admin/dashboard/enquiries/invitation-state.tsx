// <InvitationState>: whether an enquirer has been invited to a free first lesson, with the actions
// to invite, invite again or withdraw. The words are also those of the invitation's form.
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';

import { courseOfStudent, isOfOther, lessonsForYear } from '../../../../domain/course.ts';
import * as endpoints from '../../../../domain/endpoints.ts';
import type { Enquiry } from '../../../../domain/enquiries/enquiry-list.ts';
import { hasStarted, spotsLeft, type AdminLesson } from '../../../../domain/lessons/lesson.ts';
import { NEXT_LESSONS_SHOWN } from '../../../../domain/lessons/next-lesson.ts';
import { slotWords } from '../../../../domain/lessons/term.ts';
import { formatWhen } from '../../../../domain/near-dates.ts';
import { yearAt } from '../../../../domain/school-year.ts';
import { addDays, HOUR_MS, ukDate } from '../../../../domain/time.ts';
import type { ReplyFacts } from '../../../../domain/tutor/reply-text.ts';
import { LESSON_WINDOW_DAYS } from '../../../../domain/window.ts';
import { adminLessonsBetweenQuery } from '../../../data/planned-lessons.ts';
import { call } from '../../../transport/client.ts';
import { failing } from '../../../transport/failures.ts';
import { loadAgain, reportSuccess } from '../../../transport/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm.tsx';
import { CUSTOMERS, patchEnquiry } from '../data.ts';

interface InvitationStateProps {
  enquiry: Enquiry;
  now: number;
  /** Left out where the dialog's foot offers it. */
  onInvite?: () => void;
}

/** The lessons that can be proposed, and recent ones that were, sorted by start. */
export function useProposable(now: number, enabled = true) {
  const today = ukDate(now);
  const { back, ahead } = LESSON_WINDOW_DAYS;
  return useQuery(adminLessonsBetweenQuery(addDays(today, -back), addDays(today, ahead), enabled));
}

export function InvitationState({ enquiry, now, onInvite }: InvitationStateProps) {
  const withdraw = useWithdrawEnquirerInvitation();
  const { id, name, email, status, invitation } = enquiry;
  const isLive = invitation !== null && Date.parse(invitation.expires_at) > now;
  return (
    <section aria-labelledby="free-lesson" className="grid gap-2 border-y border-line py-4">
      <h3 id="free-lesson" className="font-sans text-base font-bold">
        Free first lesson
      </h3>
      <output className="block leading-snug">{describeInvitation(enquiry, now)}</output>
      {invitation !== null && invitation.Lesson_ID !== null && (
        <Proposed lessonId={invitation.Lesson_ID} now={now} />
      )}
      {status !== 'joined' && (
        <div className="mt-1 flex flex-wrap gap-3 empty:hidden">
          {onInvite !== undefined && (
            <Button variant={invitation === null ? 'primary' : 'secondary'} onClick={onInvite}>
              {invitation === null ? 'Invite' : 'Send again'}
            </Button>
          )}
          {isLive && (
            <ConfirmButton
              variant="destructive"
              busy={withdraw.isPending}
              busyLabel="Withdrawing..."
              question={{
                title: 'Withdraw invitation',
                text: `The link that ${name} has been sent (${email}) then no longer works. Nobody is told.`,
                action: 'Withdraw',
                refusal: 'Keep invitation',
              }}
              onConfirm={() => withdraw.mutate({ id })}
            >
              Withdraw
            </ConfirmButton>
          )}
        </div>
      )}
    </section>
  );
}

function Proposed({ lessonId, now }: { lessonId: string; now: number }) {
  const { data: lessons } = useProposable(now);
  const lesson = lessons?.find(({ id }) => id === lessonId);
  if (lessons === undefined) return null;
  return (
    <p className="leading-snug wrap-anywhere">
      Proposed:{' '}
      {lesson === undefined
        ? 'a lesson that is no longer planned'
        : `${slotWords(lesson)}, ${lesson.Lesson_Name}`}
    </p>
  );
}

/** `mutate({id})`, after the tutor has confirmed. */
function useWithdrawEnquirerInvitation() {
  const client = useQueryClient();
  return useMutation({
    meta: failing('Not withdrawn', 'Failed to withdraw the invitation. Please try again.'),
    mutationFn: ({ id }: { id: string }) =>
      call(endpoints.withdrawEnquiryInvitation, { params: { id } }),
    onSuccess: ({ customer: enquiry }) => {
      patchEnquiry(client, enquiry);
      reportSuccess('Invitation withdrawn', `The link sent to ${enquiry.email} no longer works.`);
    },
    // The invitation may have been redeemed in the meantime.
    onError: () => loadAgain(client, [CUSTOMERS]),
  });
}

const freeSpots = ({ Max_Students: maxStudents, bookedCount, reservedCount }: AdminLesson) =>
  spotsLeft(maxStudents, bookedCount, reservedCount);

/**
 * The values for a reply template, from `lessons` sorted by start: the next ones for the enquirer's
 * year, or of any course if none is planned. `now` is epoch milliseconds.
 */
export function replyFactsOf(
  { name, ...statedYear }: Pick<Enquiry, 'name' | 'year_class' | 'year_said_in'>,
  lessons: readonly AdminLesson[],
  now: number,
): ReplyFacts {
  const year_class = yearAt(statedYear, now);
  const next = lessonsForYear(
    lessons.filter((lesson) => !hasStarted(lesson, now)),
    year_class,
  ).slice(0, NEXT_LESSONS_SHOWN);
  return {
    name,
    year_class,
    lessons: next.map((lesson) => ({ ...lesson, availableSpots: freeSpots(lesson) })),
  };
}

/** A lesson that can be proposed to the enquirer. */
interface LessonOption {
  readonly value: string;
  readonly label: string;
  /** In epoch milliseconds. */
  readonly startsAt: number;
  readonly spots: number;
  /** It belongs to the course of the enquirer's year, or to any. */
  readonly fits: boolean;
}

/**
 * The lessons that can be proposed, those that fit the enquirer's year first, and always `chosen`,
 * even if it no longer qualifies.
 */
export function lessonOptions(
  statedYear: Pick<Enquiry, 'year_class' | 'year_said_in'>,
  lessons: readonly AdminLesson[],
  chosen: string,
  now: number,
): LessonOption[] {
  const course = courseOfStudent({ year_class: yearAt(statedYear, now) });
  return lessons
    .filter((lesson) => lesson.id === chosen || (!hasStarted(lesson, now) && freeSpots(lesson) > 0))
    .map((lesson) => ({
      value: lesson.id,
      label: `${slotWords(lesson)}, ${lesson.Lesson_Name}`,
      startsAt: Date.parse(lesson.starts_at),
      spots: freeSpots(lesson),
      fits: !isOfOther(lesson.Lesson_Name, course),
    }))
    .toSorted((a, b) => Number(b.fits) - Number(a.fits));
}

/** A family needs this long to read the email, to sign up and to prepare. */
const PROPOSED_AHEAD_MS = 24 * HOUR_MS;

/**
 * The id of the lesson that is proposed at first, from options sorted by start: the first that fits
 * and leaves a day, otherwise the first that fits, otherwise ''.
 */
export function proposedOf(options: readonly LessonOption[], now: number): string {
  const fitting = options.filter(({ fits }) => fits);
  const leavesADay = ({ startsAt }: LessonOption) => startsAt >= now + PROPOSED_AHEAD_MS;
  return (fitting.find(leavesADay) ?? fitting[0])?.value ?? '';
}

/** The state of an enquirer's invitation. `now` is epoch milliseconds. */
export function describeInvitation({ status, invitation }: Enquiry, now: number): string {
  if (invitation === null) {
    return status === 'joined' ? 'Has joined.' : 'Not invited yet.';
  }
  const { sent_at, expires_at } = invitation;
  const when = (instant: string) => formatWhen(Date.parse(instant), now);
  const sent = `Invited on ${when(sent_at)}`;
  return Date.parse(expires_at) > now
    ? `${sent}; the link is good until ${when(expires_at)}.`
    : `${sent}; the link expired on ${when(expires_at)}.`;
}
