// Emails about the free first lesson to families with an account.
import type { FreeLessonOutcome } from '../../domain/free-lesson.ts';
import { familyPath, paths } from '../../domain/paths.ts';
import { compose, inTutorsWords, type Recipient, toPerson } from '../email/compose.ts';
import { button } from '../email/content.ts';
import type { Email } from '../email/queue.ts';

/**
 * Goes to the parent whose address the enquiry came from. Opens with the tutor's words, which
 * include a greeting.
 */
export function freeLessonGranted(
  enquiryId: string,
  to: Recipient,
  {
    outcome,
    subject,
    message,
  }: { readonly outcome: FreeLessonOutcome; readonly subject: string; readonly message: string },
): Email {
  const email = inTutorsWords(`free-lesson:${enquiryId}`, to, subject, [
    ...message.split(/\n{2,}/),
    outcome === 'booked'
      ? 'You have an account already, so the credit for your free lesson is there and the lesson is booked; another email has the details.'
      : 'You have an account already, so the credit for your free lesson is there.',
    button(outcome === 'booked' ? 'See the lesson' : 'Choose a lesson', paths.userHome),
  ]);
  return { ...email, enquiryId };
}

/** Goes to the other parent: only the news, without the tutor's words. */
export function freeLessonShared(
  enquiryId: string,
  to: Recipient,
  outcome: FreeLessonOutcome,
): Email {
  const message = toPerson(`free-lesson:${enquiryId}`, to, 'Your free first lesson', [
    outcome === 'booked'
      ? 'The free first lesson of your family is booked; another email has the details.'
      : 'The credit for the free first lesson of your family is in your account.',
    button(outcome === 'booked' ? 'See the lesson' : 'Choose a lesson', paths.userHome),
  ]);
  return { ...message, enquiryId };
}

/** Goes to the tutor: a person who has already had a free lesson signed up by invitation. */
export function cameAgain(
  parent: Recipient,
  enquirer: { readonly id: string; readonly name: string },
  adminEmail: string,
): Email {
  const message = compose(
    `free-lesson-again:${parent.family_id}:${adminEmail}`,
    adminEmail,
    `No second free lesson for ${parent.name}`,
    [
      `${parent.name} has signed up with your invitation to ${enquirer.name}. The address or the phone number is of a family that has had its free lesson, so the new account has no credit.`,
      'If you want to give one all the same, change the credits.',
      button('Open the family', familyPath(parent.family_id)),
    ],
  );
  return {
    ...message,
    enquiryId: enquirer.id,
    familyId: parent.family_id,
    personId: parent.person_id,
  };
}
