// <InvitationState>: whether an enquirer has been invited to a free first lesson, with the actions
// to invite, invite again or withdraw.
import { useQuery } from '@tanstack/react-query';

import type { Enquiry } from '../../../../domain/enquiries/enquiry-list.ts';
import { addDays, ukDate } from '../../../../domain/time.ts';
import { LESSON_WINDOW_DAYS } from '../../../../domain/window.ts';
import { adminLessonsBetweenQuery } from '../../../data/planned-lessons.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { useWithdrawEnquirerInvitation } from './invitations.ts';
import { describeInvitation, nameLesson } from './invite-words.ts';

interface InvitationStateProps {
  readonly enquiry: Enquiry;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Left out where the dialog's foot offers it. */
  readonly onInvite?: () => void;
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
  const [question, ask] = useConfirm();
  const askAndWithdraw = async () => {
    const sure = await ask({
      title: 'Withdraw invitation',
      text: `The link that ${name} has been sent (${email}) then no longer works. Nobody is told.`,
      action: 'Withdraw',
      refusal: 'Keep invitation',
    });
    if (sure) withdraw.mutate({ id });
  };
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
            <Button
              variant="destructive"
              busy={withdraw.isPending}
              busyLabel="Withdrawing..."
              onClick={() => void askAndWithdraw()}
            >
              Withdraw
            </Button>
          )}
        </div>
      )}
      {question}
    </section>
  );
}

function Proposed({ lessonId, now }: { readonly lessonId: string; readonly now: number }) {
  const { data: lessons } = useProposable(now);
  const lesson = lessons?.find(({ id }) => id === lessonId);
  if (lessons === undefined) return null;
  return (
    <p className="leading-snug wrap-anywhere">
      Proposed: {lesson === undefined ? 'a lesson that is no longer planned' : nameLesson(lesson)}
    </p>
  );
}
