// Emails about an enquiry.
import { type EnquiryForm, yearLabel } from '../../domain/enquiry.ts';
import { ENQUIRY_INVITATION_DAYS, RESPONSE_PROMISE_HOURS } from '../../domain/limits.ts';
import { forgotPath, paths, signUpWithInvitePath } from '../../domain/paths.ts';
import { formatUkTime } from '../../domain/time.ts';
import type { LessonFacts } from '../lessons/lessons.ts';
import { compose, greetingTo, STRANGER } from '../email/compose.ts';
import { button, link, prose } from '../email/content.ts';
import type { Email } from '../email/queue.ts';

export function enquiryReceived(id: string, form: EnquiryForm): Email {
  const message = compose(`enquiry:${id}`, form.email, 'We have received your enquiry', [
    greetingTo(STRANGER, form.name),
    `Thank you for your interest in our physics lessons for ${yearLabel(form.year_class)}. We will contact you within ${RESPONSE_PROMISE_HOURS} hours.`,
  ]);
  return { ...message, enquiryId: id };
}

/** A reply to it goes to the family. */
export function newEnquiry(id: string, form: EnquiryForm, adminEmail: string): Email {
  const message = compose(
    `enquiry:${id}:${adminEmail}`,
    adminEmail,
    `New enquiry from ${form.name}`,
    [
      `${form.name} (${yearLabel(form.year_class)}) would like to hear about lessons.`,
      `Email: ${form.email}\nPhone: ${form.mobile}`,
      button('Answer the enquiry', paths.adminDashboard),
    ],
  );
  return { ...message, enquiryId: id, replyTo: form.email };
}

/** The cause, in the queue, of the email with an enquirer's link. */
export const causeOfLink = (id: string) => `enquiry-invitation:${id}`;

/** Goes to an unconfirmed address, in the tutor's words; the link is appended automatically. */
export function freeLessonInvitation(
  id: string,
  enquirer: EnquiryForm & { readonly id: string },
  {
    lesson,
    subject,
    message,
    token,
    hasAccount = false,
  }: {
    /** Whether an account with the enquirer's address exists. */
    readonly hasAccount?: boolean;
    readonly lesson: LessonFacts | null;
    readonly subject: string;
    readonly message: string;
    readonly token: string;
  },
): Email {
  const email = compose(causeOfLink(id), enquirer.email, subject, [
    ...message.split(/\n{2,}/),
    ...(lesson === null
      ? []
      : [
          `The lesson we suggest: "${lesson.name}" on ${formatUkTime(lesson.date, lesson.time)}. It is booked for you when you sign up, if a spot is left then.`,
        ]),
    ...(hasAccount
      ? [
          prose`There is an account with this address already. ${link('Sign in', paths.signIn)} to it, then come back to this email. If you do not know its password, ${link('choose a new one', forgotPath('family'))}.`,
        ]
      : []),
    button(
      hasAccount ? 'Take the free lesson' : 'Create your account',
      signUpWithInvitePath(token),
    ),
    `The link is good for ${ENQUIRY_INVITATION_DAYS} days. If you do not expect this email, there is nothing to do.`,
  ]);
  return { ...email, enquiryId: enquirer.id };
}
