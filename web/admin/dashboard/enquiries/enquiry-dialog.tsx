// <EnquiryDialog>: an enquiry's details and its invitation. Once an enquiry has its answer, the
// dialog goes on to the next one that waits.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { waitingEnquiries } from '../../../../domain/enquiries/enquiry-list.ts';
import { useCloseGuard } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SkeletonList } from '../../../ui/loaded.tsx';
import { Rest } from '../../../ui/rest.tsx';
import { showToast } from '../../../ui/toast.ts';
import { enquiriesQuery, useUpdateEnquiry } from '../data.ts';
import { EnquiryDetails } from './enquiry-details.tsx';

const InvitePart = lazy(() => import('./invite-part.tsx'));

/** Which enquiry is open, and at which part. */
export interface OpenedEnquiry {
  readonly id: string;
  readonly part: 'details' | 'invite';
}

/** What was done before the dialog went on. */
interface DoneAction {
  readonly id: string;
  readonly words: string;
  /** An email cannot be taken back. */
  readonly canUndo: boolean;
}

interface EnquiryDialogProps {
  opened: OpenedEnquiry;
  now: number;
  onOpen: (opened: OpenedEnquiry) => void;
  onClose: () => void;
}

/** Renders nothing once the enquiry has been deleted. */
export function EnquiryDialog({ opened, now, onOpen, onClose }: EnquiryDialogProps) {
  const enquiries = useQuery(enquiriesQuery).data?.customers ?? [];
  const undo = useUpdateEnquiry();
  const [isMessageWritten, setMessageWritten] = useState(false);
  const [isNoteWritten, setNoteWritten] = useState(false);
  const [done, setDone] = useState<DoneAction | null>(null);
  const show = (to: OpenedEnquiry) => {
    setMessageWritten(false);
    onOpen(to);
  };
  const [closeQuestion, close] = useCloseGuard({
    isDirty: isMessageWritten || isNoteWritten,
    onClose,
    question: THROW_AWAY_WORDS,
  });
  const [backQuestion, goBack] = useCloseGuard({
    isDirty: isMessageWritten,
    onClose: () => show({ id: opened.id, part: 'details' }),
    question: THROW_AWAY_WORDS,
  });
  const enquiry = enquiries.find(({ id }) => id === opened.id);
  if (enquiry === undefined) return null;
  const { id, name, answered_at } = enquiry;
  const isInviting = opened.part === 'invite';
  const others = waitingEnquiries(enquiries, null).filter((other) => other.id !== id);

  /** `isUnsaved`: the note would be lost. */
  const goOn = (words: string, { canUndo = false, isUnsaved = false }) => {
    const [next] = others;
    setDone(answered_at === null ? { id, words, canUndo } : null);
    if (answered_at !== null || next === undefined || isUnsaved) show({ id, part: 'details' });
    else show({ id: next.id, part: opened.part });
  };
  const takeBack = (before: DoneAction) =>
    undo.mutate(
      { id: before.id, changes: { status: 'new' } },
      {
        onSuccess: () => {
          setDone(null);
          show({ id: before.id, part: 'details' });
        },
      },
    );
  const left = others.length + (answered_at === null ? 1 : 0);
  return (
    <Dialog
      open
      onOpenChange={close}
      title={isInviting ? `Invite ${name}` : name}
      {...(isInviting
        ? { description: `To the free first lesson, by email to ${enquiry.email}.`, width: 'wide' }
        : {})}
      view={`${id} ${opened.part}`}
      onBack={isInviting ? goBack : undefined}
    >
      <output className="block empty:hidden">
        {done !== null && <DoneLine done={done} left={left} onUndo={() => takeBack(done)} />}
      </output>
      {/* It goes on by itself, so a second press of Send would invite the next family unread. */}
      <Rest after={done}>
        {isInviting && (
          <Suspense fallback={<SkeletonList label="Loading" rowClassName="h-12 w-full" />}>
            <InvitePart
              key={id}
              enquiry={enquiry}
              now={now}
              onWritten={setMessageWritten}
              onSent={({ short, ...sent }) => {
                // Otherwise the dialog says it as it goes on.
                if (answered_at !== null) showToast({ kind: 'success', ...sent });
                goOn(short, { isUnsaved: isNoteWritten });
              }}
            />
          </Suspense>
        )}
        {/* Hidden rather than unmounted, so that an unsaved note is not lost. */}
        <div hidden={isInviting}>
          <EnquiryDetails
            key={id}
            enquiry={enquiry}
            now={now}
            isHidden={isInviting}
            onWritten={setNoteWritten}
            onInvite={() => show({ id, part: 'invite' })}
            onAnswered={() => goOn(`${name} is marked answered.`, { canUndo: true })}
            onDone={onClose}
          />
        </div>
      </Rest>
      {closeQuestion}
      {backQuestion}
    </Dialog>
  );
}

interface DoneLineProps {
  done: DoneAction;
  /** How many enquiries still wait. */
  left: number;
  onUndo: () => void;
}

function DoneLine({ done: { words, canUndo }, left, onUndo }: DoneLineProps) {
  return (
    <span className="mb-4 flex flex-wrap items-center gap-x-4 border-l-4 border-positive pl-3 leading-snug">
      <span className="wrap-anywhere">
        {words} {left === 0 ? 'Nobody else is waiting.' : `${left} left.`}
      </span>
      {canUndo && (
        <button
          type="button"
          className="min-h-11 cursor-pointer font-bold underline underline-offset-4 hover:decoration-2"
          onClick={onUndo}
        >
          Undo
        </button>
      )}
    </span>
  );
}

const THROW_AWAY_WORDS = {
  title: 'Throw away what you wrote',
  text: 'It is not saved anywhere yet.',
  action: 'Throw away',
  refusal: 'Keep writing',
};
