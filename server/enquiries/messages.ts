// What the emails about an enquiry say.
import { type EnquiryForm, yearLabel } from '../../domain/enquiry.ts';
import { RESPONSE_PROMISE_HOURS } from '../../domain/limits.ts';
import { paths } from '../../domain/paths.ts';
import { compose } from '../mail/compose.ts';
import { page, prose } from '../mail/content.ts';
import type { Mail } from '../mail/store.ts';

export function enquiryReceived(id: string, form: EnquiryForm): Mail {
  const mail = compose(`enquiry:${id}`, form.email, 'We have received your enquiry', [
    `Dear ${form.name},`,
    `Thank you for your interest in our physics lessons for ${yearLabel(form.year_class)}. We will contact you within ${RESPONSE_PROMISE_HOURS} hours.`,
  ]);
  return { ...mail, enquiryId: id };
}

/** An answer to it goes to the family. */
export function newEnquiry(id: string, form: EnquiryForm, adminEmail: string): Mail {
  const mail = compose(`enquiry:${id}:${adminEmail}`, adminEmail, `New enquiry from ${form.name}`, [
    `${form.name} (${yearLabel(form.year_class)}) would like to hear about lessons.`,
    `Email: ${form.email}\nPhone: ${form.mobile}`,
    prose`All enquiries: ${page(paths.adminDashboard)}`,
  ]);
  return { ...mail, enquiryId: id, replyTo: form.email };
}
