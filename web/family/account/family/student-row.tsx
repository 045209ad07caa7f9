// <StudentRow>: a student, their sign-in and whether they may book.
import { type ReactNode, useState } from 'react';

import type { FamilyMember, Invitation } from '../../../../domain/people/family.ts';
import { yearWords } from '../../../../domain/school-year.ts';
import { useRemoveSignIn, useRightToBook } from '../../../data/people.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { actionClass } from './action-class.ts';
import { PendingInvitation } from './pending-invitation.tsx';

interface StudentRowProps {
  readonly student: FamilyMember;
  /** The pending invitation to a sign-in of their own. */
  readonly invitation: Invitation | undefined;
  /** Null if they may be given a sign-in. */
  readonly whyNotInvite: string | null;
  readonly onEdit: () => void;
  readonly onInvite: () => void;
}

export function StudentRow({
  student,
  invitation,
  whyNotInvite,
  onEdit,
  onInvite,
}: StudentRowProps) {
  const { Student_Name: studentName, may_book, sign_in } = student;
  const right = useRightToBook(student);
  // Shown until it is saved or refused.
  const [unsavedMayBook, setUnsavedMayBook] = useState<boolean | null>(null);
  return (
    <li className="grid gap-1 py-2 pr-2 pl-4 sm:pl-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <p className="min-w-0 flex-1 py-2 leading-snug">
          <span className="font-bold wrap-anywhere">{studentName}</span>{' '}
          <span className="block text-pencil">{yearWords(student)}</span>
        </p>
        <Button
          variant="quiet"
          className="px-2!"
          aria-label={`Edit ${studentName}`}
          onClick={onEdit}
        >
          Edit
        </Button>
      </div>
      <SignIn
        student={student}
        invitation={invitation}
        whyNotInvite={whyNotInvite}
        onInvite={onInvite}
      />
      {(sign_in !== null || invitation !== undefined) && (
        <div className="pr-2 pb-1">
          <Switch
            label={
              <>
                May book and cancel lessons<span className="sr-only">: {studentName}</span>
              </>
            }
            hint={
              (unsavedMayBook ?? may_book)
                ? 'Each lesson that they book takes one of your credits.'
                : 'Off: they see the lessons and ask a parent to book.'
            }
            checked={unsavedMayBook ?? may_book}
            onChange={(checked) => {
              setUnsavedMayBook(checked);
              right.mutate(checked, { onSettled: () => setUnsavedMayBook(null) });
            }}
          />
        </div>
      )}
    </li>
  );
}

function SignIn({
  student,
  invitation,
  whyNotInvite,
  onInvite,
}: Omit<StudentRowProps, 'onEdit'>): ReactNode {
  const { Student_Name: studentName, sign_in } = student;
  const removeSignIn = useRemoveSignIn(student);
  const [question, ask] = useConfirm();
  if (invitation !== undefined) return <PendingInvitation invitation={invitation} />;
  const askToRemove = async () => {
    const isSure = await ask({
      title: `Remove the sign-in of ${studentName}?`,
      text: 'They are signed out everywhere at once, and their email address and password are erased. Their lessons stay booked.',
      action: 'Remove sign-in',
      refusal: 'Keep sign-in',
    });
    if (isSure) removeSignIn.mutate();
  };
  return (
    <div className="justify-between gap-x-4 sm:flex sm:items-center">
      <p className="min-w-0 py-2 leading-snug max-sm:py-0">
        {sign_in === null ? (
          <span className="text-pencil">No sign-in</span>
        ) : (
          <>
            Signs in with <span className="wrap-anywhere">{sign_in.email}</span>
          </>
        )}
      </p>
      {sign_in === null ? (
        <Button
          variant="quiet"
          className={whyNotInvite === null ? actionClass : 'px-2!'}
          aria-label={`Give a sign-in to ${studentName}`}
          disabledReason={whyNotInvite}
          onClick={onInvite}
        >
          Give a sign-in
        </Button>
      ) : (
        <Button
          variant="quiet"
          className={actionClass}
          aria-label={`Remove sign-in of ${studentName}`}
          busy={removeSignIn.isPending}
          busyLabel="Removing..."
          onClick={() => void askToRemove()}
        >
          Remove sign-in
        </Button>
      )}
      {question}
    </div>
  );
}
