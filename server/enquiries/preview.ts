// Previews an email with the tutor's words and sample data, rendered as it would be sent.
import { answerDueAt } from '../../domain/enquiries/enquiry.ts';
import { fillReply, SAMPLE_FACTS } from '../../domain/tutor/reply-text.ts';
import { type EmailPreview, type PreviewRequest } from '../../domain/tutor/settings.ts';
import { renderEmail } from '../email/render.ts';
import type { Sender } from '../email/sender.ts';
import type { Db } from '../engine/database.ts';
import { readSettings } from '../settings/settings.ts';
import { enquiryReceivedEmail, freeLessonInvitationEmail } from './emails.ts';

const enquirer = {
  id: 'sample',
  name: SAMPLE_FACTS.name,
  email: 'harriet@example.com',
  mobile: '07700 900111',
  year_class: SAMPLE_FACTS.year_class,
};

const sampleLessons = SAMPLE_FACTS.lessons.map(({ Lesson_Name: name, starts_at }) => ({
  name,
  starts_at: Date.parse(starts_at),
}));

/**
 * For a template, the invitation made from it; otherwise an email that begins with the greeting,
 * the stored one if none is given.
 */
export async function previewEmail(
  db: Db,
  sender: Sender,
  { greeting, template }: PreviewRequest,
  now: number,
): Promise<EmailPreview> {
  const settings = await readSettings(db);
  const message =
    template === undefined
      ? enquiryReceivedEmail(enquirer.id, enquirer, {
          due: answerDueAt(now, settings.business.response_hours),
          lessons: sampleLessons,
          hasAccount: false,
        })
      : freeLessonInvitationEmail('sample', enquirer, {
          lesson: null,
          ...fillReply(template, SAMPLE_FACTS),
          token: 'sample',
        });
  const words = { ...sender, greeting: greeting ?? settings.greeting };
  return { subject: message.subject, ...(await renderEmail(message, words)) };
}
