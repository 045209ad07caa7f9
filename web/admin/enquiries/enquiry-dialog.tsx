// <EnquiryDialog>: an enquiry's details and its invitation. Once an enquiry has its answer, the
// dialog goes on to the next one that waits.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';

import { waitingEnquiries } from '../../../domain/enquiries/enquiry-list.ts';
import { enquiriesQuery, useUpdateEnquiry } from '../../api/enquiries/enquiries.ts';
import { confirm, Confirmations } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
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
  readonly opened: OpenedEnquiry;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onOpen: (opened: OpenedEnquiry) => void;
  readonly onClose: () => void;
}

/** Renders nothing once the enquiry has been deleted. */
export function EnquiryDialog({ opened, now, onOpen, onClose }: EnquiryDialogProps) {
  const enquiries = useQuery(enquiriesQuery).data?.customers ?? [];
  const undo = useUpdateEnquiry();
  const [isMessageWritten, setMessageWritten] = useState(false);
  const [isNoteWritten, setNoteWritten] = useState(false);
  const [done, setDone] = useState<DoneAction | null>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const content = useTurns<HTMLDivElement>(`${opened.id} ${opened.part}`);
  const enquiry = enquiries.find(({ id }) => id === opened.id);
  if (enquiry === undefined) return null;
  const { id, name, answered_at } = enquiry;
  const isInviting = opened.part === 'invite';
  const others = waitingEnquiries(enquiries, null).filter((other) => other.id !== id);

  const close = async () => {
    if ((isMessageWritten || isNoteWritten) && !(await confirm(throwAway))) return;
    onClose();
  };
  const turn = (to: OpenedEnquiry) => {
    setMessageWritten(false);
    onOpen(to);
  };
  const turnBack = async () => {
    if (!isMessageWritten || (await confirm(throwAway))) turn({ id, part: 'details' });
  };
  /** `isUnsaved`: the note would be lost. */
  const goOn = (words: string, { canUndo = false, isUnsaved = false }) => {
    const [next] = others;
    setDone(answered_at === null ? { id, words, canUndo } : null);
    if (answered_at !== null || next === undefined || isUnsaved) turn({ id, part: 'details' });
    else turn({ id: next.id, part: opened.part });
  };
  const takeBack = (before: DoneAction) =>
    undo.mutate(
      { id: before.id, changes: { status: 'new' } },
      {
        onSuccess: () => {
          setDone(null);
          turn({ id: before.id, part: 'details' });
        },
      },
    );
  const left = others.length + (answered_at === null ? 1 : 0);
  return (
    <Dialog
      open
      onOpenChange={() => void close()}
      title={isInviting ? `Invite ${name}` : name}
      {...(isInviting ? { description: 'To the free first lesson, by email.', width: 'wide' } : {})}
      {...(isInviting || answered_at === null
        ? { actions: <div ref={setFoot} className={FOOT} /> }
        : {})}
    >
      <div ref={content} tabIndex={-1}>
        <output className="block empty:hidden">
          {done !== null && (
            <span className="mb-4 flex flex-wrap items-center gap-x-4 border-l-4 border-positive pl-3 leading-snug">
              <span className="wrap-anywhere">
                {done.words} {left === 0 ? 'Nobody else is waiting.' : `${left} left.`}
              </span>
              {done.canUndo && (
                <button
                  type="button"
                  className="min-h-11 cursor-pointer font-bold underline underline-offset-4 hover:decoration-2"
                  onClick={() => takeBack(done)}
                >
                  Undo
                </button>
              )}
            </span>
          )}
        </output>
        {isInviting && (
          <Suspense fallback={<SkeletonList label="Loading" rowClassName="h-12 w-full" />}>
            <InvitePart
              key={id}
              enquiry={enquiry}
              now={now}
              foot={foot}
              onWritten={setMessageWritten}
              onBack={() => void turnBack()}
              onSent={() => goOn(`${name} is invited.`, { isUnsaved: isNoteWritten })}
            />
          </Suspense>
        )}
        {/* Hidden rather than unmounted, so that an unsaved note is not lost. */}
        <div hidden={isInviting}>
          <EnquiryDetails
            key={id}
            enquiry={enquiry}
            now={now}
            foot={isInviting ? null : foot}
            onWritten={setNoteWritten}
            onInvite={() => turn({ id, part: 'invite' })}
            onAnswered={() => goOn(`${name} is marked answered.`, { canUndo: true })}
            onDone={onClose}
          />
        </div>
      </div>
      {/* Inside, so that the confirmation appears above this dialog. */}
      <Confirmations />
    </Dialog>
  );
}

/** The buttons are side by side, even on a phone, where the message needs the room. */
const FOOT = 'flex w-full justify-end gap-3 max-sm:*:flex-1';

const throwAway = {
  title: 'Throw away what you wrote',
  text: 'It is not saved anywhere yet.',
  action: 'Throw away',
  refusal: 'Keep writing',
};

/** Moves the focus when the dialog shows something else, because the pressed button is gone. */
function useTurns<Element extends HTMLElement>(shown: string) {
  const element = useRef<Element>(null);
  const last = useRef(shown);
  useEffect(() => {
    if (last.current !== shown) element.current?.focus();
    last.current = shown;
  }, [shown]);
  return element;
}
