// Emails about the people of a family.
import { IMPORT } from '../../../domain/imports/import.ts';
import { invitationPath, paths } from '../../../domain/paths.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import { type FamilyRole, INVITATION_DAYS } from '../../../domain/people/family.ts';
import { joinWords } from '../../../domain/text.ts';
import { causeOfAccepted, KIND_OF_IMPORT } from '../../auth/links.ts';
import {
  compose,
  nameTo,
  type Recipient,
  signedBy,
  STRANGER,
  toPerson,
} from '../../email/compose.ts';
import { button, headline, SIGNATURE } from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';

interface InvitedPerson {
  cause: string;
  familyId: string;
  email: string;
  /** The name of the inviting parent. */
  invitedBy: string;
  /** The name of the student who is to sign in; null for a parent. */
  firstName: string | null;
  token: string;
}

export function invitationEmail({
  cause,
  familyId,
  email,
  invitedBy,
  firstName,
  token,
}: InvitedPerson): Email {
  const inviter = nameTo(STRANGER, invitedBy) ?? 'A parent';
  const what =
    firstName === null
      ? `${inviter} has invited you to share the family's account: to see and book the lessons, and to pay for them.`
      : `${inviter} has made it possible for ${nameTo(STRANGER, firstName) ?? 'their child'} to sign in: to see the lessons, to join them and to prepare for them.`;
  const message = compose(cause, email, 'You have been invited', [
    firstName === null ? headline`One account for the family` : headline`A sign-in of your own`,
    'Hello,',
    what,
    button('Accept the invitation', invitationPath(token)),
    `The link is good for ${INVITATION_DAYS} days. If you did not expect this email, you can ignore it.`,
    SIGNATURE,
  ]);
  return { ...message, familyId, isEachFamilysFirst: true };
}

interface ImportInvitation {
  parent: Recipient;
  /** The name of the admin. */
  invitedBy: string;
  credits: number;
  studentNames: readonly string[];
  token: string;
  /** Epoch milliseconds. */
  notBefore: number;
}

/** Goes to a parent whom the tutor has brought along from another product. */
export function importInvitationEmail({
  parent,
  invitedBy,
  credits,
  studentNames,
  token,
  notBefore,
}: ImportInvitation): Email {
  const students = studentNames.flatMap((name) => nameTo(parent, name) ?? []);
  const whose =
    students.length < studentNames.length
      ? 'your lessons'
      : `the lessons of ${joinWords(students)}`;
  const message = toPerson(KIND_OF_IMPORT, parent, 'Your lessons have moved: choose a password', [
    headline`Your account is ready`,
    `${invitedBy} has moved ${whose} to a new website. ${
      credits === 0
        ? 'Your details have come along.'
        : `Your ${creditCount(credits)} ${credits === 1 ? 'has' : 'have'} come along.`
    }`,
    'Choose a password, and you can book there.',
    button('Choose a password', invitationPath(token)),
    `The link is good for ${IMPORT.invitationDays} days. If you did not expect this email, you can ignore it.`,
  ]);
  return signedBy(invitedBy, { ...message, notBefore, isEachFamilysFirst: true });
}

/** Goes to each existing parent. */
export function invitationAcceptedEmail(
  to: Recipient,
  accepted: Recipient & { role: FamilyRole },
): Email {
  const { person_id: id, role, name, email } = accepted;
  const may =
    role === 'parent'
      ? `${nameTo(to, name) ?? 'Another parent'} now shares your account: they see the lessons and payments, book, and pay.`
      : `${nameTo(to, name) ?? 'Your child'} can now sign in and sees the lessons, but no money.`;
  return toPerson(causeOfAccepted(id), to, 'Your invitation was accepted', [
    role === 'parent' ? headline`Your account is shared now` : headline`A sign-in of their own`,
    to.email_confirmed_at === null ? may : `${may} They sign in with ${email}.`,
    'If that is not right, you can take it back.',
    button('See who can sign in', paths.accountFamily),
  ]);
}

/** The last email to a removed person; it is erased once it has been sent. */
export function signInRemovedEmail(to: Recipient): Email {
  const message = toPerson(`sign-in-removed:${to.person_id}`, to, 'Your sign-in was removed', [
    headline`Your details have been erased`,
    'You cannot sign in to the account of your family any more.',
    'This is our last email to you: your address is erased once it has been sent.',
  ]);
  return { ...message, isLast: true };
}
