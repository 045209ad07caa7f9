// <FamilyPeople>: the people of a family, their permissions, and pending invitations. A dialog
// removes the other parent, or oneself.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';

import { confirmedByPasswordSchema } from '../../../../domain/auth/passwords.ts';
import * as endpoints from '../../../../domain/endpoints.ts';
import { errorCatalogue, type ErrorCode } from '../../../../domain/errors.ts';
import {
  type Family,
  type FamilyMember,
  type Parent,
  refuseInvitation,
} from '../../../../domain/people/family.ts';
import { refuseAnotherStudent } from '../../../../domain/people/student-rules.ts';
import { PEOPLE_CHANGES } from '../../../data/family.ts';
import { endFamilySession } from '../../../data/sign-out.ts';
import { call } from '../../../transport/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { InviteDialog, PendingInvitation } from './invite-dialog.tsx';
import { ParentRow, StudentRow } from './people-rows.tsx';
import { AddStudentDialog, EditStudentDialog } from './student-dialogs.tsx';

interface FamilyPeopleProps {
  family: Family;
  /** The address of the signed-in parent, which identifies them among the parents. */
  ownEmail: string;
  /** Why that parent may not invite anyone; null if they may. */
  whyNotInvite: string | null;
}

/** Each dialog shows the person as they were when it opened. */
type OpenDialog =
  | { readonly kind: 'add-student' | 'invite-parent' }
  | { readonly kind: 'edit-student' | 'invite-student'; readonly student: FamilyMember }
  | { readonly kind: 'remove-parent'; readonly parent: Parent };

export function FamilyPeople({ family, ownEmail, whyNotInvite }: FamilyPeopleProps) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { parents, students, invitations } = family;
  const own = parents.find(({ email }) => email === ownEmail);
  const parentInvitation = invitations.find(({ role }) => role === 'parent');
  return (
    <div className="grid gap-9">
      <Group
        title="Parents"
        text="Parents see everything, book, pay and decide who belongs to the family."
        action={
          <Button
            variant="secondary"
            disabledReason={
              reasonOf(refuseInvitation({ parents: parents.length }, null)) ?? whyNotInvite
            }
            onClick={() => setDialog({ kind: 'invite-parent' })}
          >
            Invite a second parent
          </Button>
        }
      >
        {parents.map((parent) => (
          <ParentRow
            key={parent.id}
            parent={parent}
            parents={parents}
            own={own}
            onRemove={() => setDialog({ kind: 'remove-parent', parent })}
          />
        ))}
        {parentInvitation !== undefined && (
          <li className="py-2 pr-2 pl-4 sm:pl-5">
            <PendingInvitation invitation={parentInvitation} />
          </li>
        )}
      </Group>
      <Group
        title="Students"
        text="Students attend the lessons. With their own sign-in, students see lessons but no payments."
        action={
          <Button
            ref={addButton}
            variant="secondary"
            disabledReason={reasonOf(refuseAnotherStudent(students.length))}
            onClick={() => setDialog({ kind: 'add-student' })}
          >
            Add a student
          </Button>
        }
      >
        {students.map((student) => (
          <StudentRow
            key={student.id}
            student={student}
            invitation={invitations.find(({ Student_ID: studentId }) => studentId === student.id)}
            whyNotInvite={whyNotInvite}
            onEdit={() => setDialog({ kind: 'edit-student', student })}
            onInvite={() => setDialog({ kind: 'invite-student', student })}
          />
        ))}
      </Group>
      {dialog !== null && (
        <PeopleDialog
          dialog={dialog}
          family={family}
          own={own}
          addButton={addButton}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

interface PeopleDialogProps {
  dialog: OpenDialog;
  family: Family;
  own: Parent | undefined;
  addButton: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

function PeopleDialog({ dialog, family, own, addButton, onClose }: PeopleDialogProps) {
  const { parents, students, invitations } = family;
  switch (dialog.kind) {
    case 'add-student':
      return <AddStudentDialog onClose={onClose} />;
    case 'edit-student':
      return (
        <EditStudentDialog
          student={dialog.student}
          students={students.length}
          afterRemoval={addButton}
          onClose={onClose}
        />
      );
    case 'invite-parent': {
      const earlier = invitations.find(({ role }) => role === 'parent');
      return <InviteDialog student={null} earlier={earlier?.email} onClose={onClose} />;
    }
    case 'invite-student':
      return <InviteDialog student={dialog.student} earlier={undefined} onClose={onClose} />;
    case 'remove-parent':
      return (
        <RemoveParentDialog
          parent={dialog.parent}
          isSelf={dialog.parent.id === own?.id}
          heir={parents.find(({ id }) => id !== dialog.parent.id)}
          onClose={onClose}
        />
      );
  }
}

const reasonOf = (code: ErrorCode | null) => (code === null ? null : errorCatalogue[code].text);

interface GroupProps {
  title: string;
  text: string;
  /** How to add another one. */
  action: ReactNode;
  children: ReactNode;
}

function Group({ title, text, action, children }: GroupProps) {
  return (
    <section aria-label={title} className="grid gap-3">
      <header>
        <h2 className="text-heading">{title}</h2>
        <p className="mt-1.5 leading-snug text-pencil">{text}</p>
      </header>
      <Card>
        <ul className="divide-y divide-line">{children}</ul>
      </Card>
      <div>{action}</div>
    </section>
  );
}

interface RemoveParentDialogProps {
  parent: Parent;
  /** Whether it is the signed-in parent. */
  isSelf: boolean;
  /** The parent who remains. */
  heir: Parent | undefined;
  onClose: () => void;
}

/**
 * <RemoveParentDialog>: asks for the password before the other parent is removed, or before the
 * signed-in one leaves the family.
 */
function RemoveParentDialog({ parent, isSelf, heir, onClose }: RemoveParentDialogProps) {
  const remove = useRemoveParent(parent, isSelf);
  const form = useAppForm({
    schema: confirmedByPasswordSchema,
    defaultValues: { current_password: '' },
    onSubmit: async (values) => {
      await remove.mutateAsync(values);
      onClose();
    },
  });
  const title = isSelf ? 'Leave this family?' : `Remove ${parent.name}?`;
  return (
    <Dialog
      alert
      open
      onOpenChange={onClose}
      title={title}
      description={
        isSelf
          ? `This cannot be undone. Your name, email and phone number are erased, and you cannot sign in any more. The students, lessons and credits stay with ${heir?.name}.`
          : 'This cannot be undone. Their name, email and phone number are erased, and they are signed out everywhere at once. The students, lessons and credits stay.'
      }
    >
      <Form form={form} label={title}>
        {isSelf && parent.is_owner && (
          <p className="border-l-4 border-caution pl-4">{heir?.name} then holds the account.</p>
        )}
        <PasswordField form={form} name="current_password" label="Your password" />
        <DialogFoot>
          <Button variant="secondary" onClick={onClose}>
            {isSelf ? 'Stay' : 'Keep parent'}
          </Button>
          <SubmitButton variant="destructive" busyLabel={isSelf ? 'Leaving...' : 'Removing...'}>
            {isSelf ? 'Leave for good' : 'Remove for good'}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

/**
 * `mutateAsync({current_password})` removes the other parent or, if `isSelf`, the caller, whose
 * session then ends.
 */
export function useRemoveParent({ id, name }: Pick<Parent, 'id' | 'name'>, isSelf: boolean) {
  return useMutation({
    meta: {
      operation: isSelf
        ? { title: 'Not left', text: 'Unable to leave the family. Please try again.' }
        : { title: 'Parent not removed', text: 'Unable to remove the parent. Please try again.' },
      changes: isSelf ? [] : PEOPLE_CHANGES,
    },
    // A retry after a lost response would find nobody to remove.
    retry: false,
    mutationFn: (form: { current_password: string }) =>
      call(endpoints.removeParent, { params: { id }, body: form }),
    onSuccess: () => {
      if (isSelf) endFamilySession();
      showToast({
        kind: 'success',
        ...(isSelf
          ? {
              title: 'Family left',
              description: 'Your details were erased. The family keeps its account.',
            }
          : { title: 'Parent removed', description: `${name} can no longer sign in.` }),
      });
    },
  });
}
