// Puts paragraphs into the two forms of a mail, text and HTML.
import type { Mail } from './store.ts';

/** Whom a mail to a family goes to. */
export interface Recipient {
  readonly student_id: string;
  readonly parent_email: string;
  readonly parent_name: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);
const linked = (html: string) => html.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

/** `cause` names what happened, once; the subject is kept on one line. */
export function compose(cause: string, to: string, subject: string, paragraphs: readonly string[]): Mail {
  const body = paragraphs.map((paragraph) => `<p>${linked(escapeHtml(paragraph))}</p>`).join('\n');
  return {
    cause,
    to,
    subject: subject.replace(/\s+/g, ' '),
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en-GB"><body style="font:16px/1.5 sans-serif;max-width:36em">\n${body}\n</body></html>\n`,
  };
}

/** A mail that opens with the parent's name and is forgotten with the account. */
export function toFamily(cause: string, to: Recipient, subject: string, paragraphs: readonly string[]): Mail {
  return {
    ...compose(cause, to.parent_email, subject, [`Dear ${to.parent_name},`, ...paragraphs]),
    studentId: to.student_id,
  };
}
