// <StudentRow>: a student, their sign-in and whether they may book. <ParentRow>: a parent.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { AnswerOf } from '../../../../domain/endpoint.ts';
import * as endpoints from '../../../../domain/endpoints.ts';
import { errorCatalogue } from '../../../../domain/errors.ts';
import {
  type FamilyMember,
  type Invitation,
  type Family,
  type Parent,
  refuseParentRemoval,
} from '../../../../domain/people/family.ts';
import { yearWords } from '../../../../domain/school-year.ts';
import { PEOPLE, UPDATE_FAILED, PEOPLE_CHANGES, usePeopleMutation } from '../../../data/family.ts';
import { call } from '../../../transport/client.ts';
import { failing } from '../../../transport/failures.ts';
import { reportSuccess } from '../../../transport/query-client.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { PendingInvitation, actionClass } from './invite-dialog.tsx';

interface StudentRowProps {
  student: FamilyMember;
  /** The pending invitation to a sign-in of their own. */
  invitation: Invitation | undefined;
  /** Null if they may be given a sign-in. */
  whyNotInvite: string | null;
  onEdit: () => void;
  onInvite: () => void;
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

function SignIn({ student, invitation, whyNotInvite, onInvite }: Omit<StudentRowProps, 'onEdit'>) {
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

/** `mutate(mayBook)`; the last of several calls wins. */
function useRightToBook({
  id,
  Student_Name: studentName,
}: Pick<FamilyMember, 'id' | 'Student_Name'>) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `right-to-book-${id}` },
    meta: failing(UPDATE_FAILED, 'Unable to save the right to book. Please try again.', {
      changes: PEOPLE_CHANGES,
      isPatched: true,
    }),
    mutationFn: (may_book: boolean) =>
      call(endpoints.updateStudent, { params: { id }, body: { may_book } }),
    onSuccess: (_answer, may_book) => {
      patchStudent(client, id, { may_book });
      reportSuccess(
        'Details saved',
        may_book
          ? `${studentName} can book and cancel lessons now.`
          : `${studentName} cannot book or cancel lessons any more.`,
      );
    },
  });
}

/** `mutate()` removes a student's own sign-in. */
function useRemoveSignIn({
  id,
  Student_Name: studentName,
}: Pick<FamilyMember, 'id' | 'Student_Name'>) {
  return usePeopleMutation(
    { title: UPDATE_FAILED, text: 'Unable to remove the sign-in. Please try again.' },
    {
      act: async () => call(endpoints.removeSignIn, { params: { id } }),
      done: () => ({
        title: 'Sign-in removed',
        description: `${studentName} can no longer sign in.`,
      }),
    },
  );
}

function patchStudent(
  client: QueryClient,
  id: string,
  changes: Partial<Family['students'][number]>,
): void {
  client.setQueryData<FamilyAnswer>(
    PEOPLE,
    (answer) =>
      answer && {
        ...answer,
        family: {
          ...answer.family,
          students: answer.family.students.map((one) =>
            one.id === id ? { ...one, ...changes } : one,
          ),
        },
      },
  );
}

type FamilyAnswer = AnswerOf<typeof endpoints.getFamily>;

interface ParentRowProps {
  parent: Parent;
  parents: readonly Parent[];
  /** The signed-in parent. */
  own: Parent | undefined;
  onRemove: () => void;
}

/** <ParentRow>: a parent with their own details, and how to remove them. */
export function ParentRow({ parent, parents, own, onRemove }: ParentRowProps) {
  const isSelf = parent.id === own?.id;
  const refusal = refuseParentRemoval(parents, { id: parent.id, by: own?.id ?? '' });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 py-2 pr-2 pl-4 sm:pl-5">
      <div className="min-w-0 flex-1 basis-40 py-2">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 leading-snug">
          <span className="font-bold wrap-anywhere">{parent.name}</span>
          {isSelf && <Badge>You</Badge>}
          {parent.is_owner && parents.length > 1 && <Badge>Account owner</Badge>}
        </p>
        <p className="mt-0.5 leading-snug text-pencil wrap-anywhere">{parent.email}</p>
      </div>
      {/* A sole parent leaves by deleting the account, which has its own section of the page. */}
      {parents.length > 1 && (
        <div className="max-sm:w-full max-sm:max-w-none sm:max-w-52">
          <Button
            variant="quiet"
            className={actionClass}
            aria-label={isSelf ? undefined : `Remove ${parent.name}`}
            disabledReason={refusal === null ? null : REASONS[refusal]}
            onClick={onRemove}
          >
            {isSelf ? 'Leave' : 'Remove'}
          </Button>
        </div>
      )}
    </li>
  );
}

const REASONS = {
  forbidden: 'Only the account owner can remove the other parent.',
  last_parent: errorCatalogue.last_parent.text,
} as const;
