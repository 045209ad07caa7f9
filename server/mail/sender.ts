// Who the emails are from, and the form in which every one of them leaves the house.
import type { Paragraph, Part } from './content.ts';

export interface Sender {
  /** The name of the business. */
  readonly name: string;
  /** The address that the emails come from. */
  readonly address: string;
  /** Where answers go unless an email names somebody else; null: to the first admin. */
  readonly replyTo: string | null;
  /** The public address of the site, without a slash at its end. */
  readonly siteUrl: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '<br>\n',
};
const escapeHtml = (text: string) => text.replace(/[&<>"'\n]/g, (char) => escapes[char] ?? char);

/** The address behind a part that is a link; null for text. */
function linkOf(part: Part, { siteUrl }: Sender): string | null {
  if (typeof part === 'string' || 'business' in part) return null;
  return 'page' in part ? siteUrl + part.page : part.address;
}

function textOf(part: Part, sender: Sender): string {
  return typeof part === 'string' ? part : (linkOf(part, sender) ?? sender.name);
}

function htmlOf(part: Part, sender: Sender): string {
  const html = escapeHtml(textOf(part, sender));
  const link = linkOf(part, sender);
  return link === null ? html : `<a href="${escapeHtml(link)}">${html}</a>`;
}

/** The plain text, with who we are at its foot. */
export function renderText(paragraphs: readonly Paragraph[], sender: Sender): string {
  const body = paragraphs.map((parts) => parts.map((part) => textOf(part, sender)).join(''));
  return `${body.join('\n\n')}\n\n-- \n${sender.name}\n${sender.siteUrl}\n`;
}

/** The HTML document. Only parts that were made as links are links. */
export function renderHtml(subject: string, paragraphs: readonly Paragraph[], sender: Sender): string {
  const body = paragraphs.map((parts) => `<p>${parts.map((part) => htmlOf(part, sender)).join('')}</p>`);
  return [
    '<!doctype html>',
    '<html lang="en-GB">',
    `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="font:16px/1.5 sans-serif;max-width:36em">',
    ...body,
    `<p style="border-top:1px solid #ccc;padding-top:1em">${htmlOf({ business: true }, sender)}<br>\n${htmlOf({ page: '' }, sender)}</p>`,
    '</body>',
    '</html>\n',
  ].join('\n');
}
