// The sender of the emails, and their plain text.
import { type Seller, sellerLines } from '../../domain/invoice.ts';
import { fillGreeting } from '../../domain/settings.ts';
import type { Paragraph, Part } from './content.ts';

/** The headings of the two sides of a comparison. */
export const UNTIL_NOW = 'Until now';
export const FROM_NOW_ON = 'From now on';

export interface Sender {
  /** The name of the business. */
  readonly name: string;
  /** The From address. */
  readonly address: string;
  /** The reply address unless an email sets its own; null: the first admin. */
  readonly replyTo: string | null;
  /** The site's public URL, without a trailing slash. */
  readonly siteUrl: string;
  /** The seller named on receipts. */
  readonly seller: Seller;
  /** The greeting of emails to a person, with {name} for their name. */
  readonly greeting: string;
}

/** The URL of a link part; null for text. */
export function linkOf(part: Part, { siteUrl }: Sender): string | null {
  return typeof part === 'object' && 'page' in part ? siteUrl + part.page : null;
}

/** The text of a part where links are clickable: a link shows its label, or else its URL. */
export function wordsOf(part: Part, sender: Sender): string {
  if (typeof part === 'string') return part;
  if ('seller' in part) return sellerLines(sender.seller).join('\n');
  if ('greeting' in part) return fillGreeting(sender.greeting, part.greeting);
  if ('page' in part && part.label !== undefined) return part.label;
  if ('before' in part)
    return `${UNTIL_NOW}: ${part.before.join(', ')}.\n${FROM_NOW_ON}: ${part.after.join(', ')}.`;
  return linkOf(part, sender) ?? sender.name;
}

/** The text of a part in plain text, where a labelled link also shows its URL. */
function textOf(part: Part, sender: Sender): string {
  const [words, address] = [wordsOf(part, sender), linkOf(part, sender)];
  return address === null || address === words ? words : `${words}: ${address}`;
}

/**
 * The preview that mail programs show beside the subject: the first paragraph that is not a
 * greeting.
 */
export function previewOf(paragraphs: readonly Paragraph[], sender: Sender): string {
  const isGreeting = (part: Part) => typeof part === 'object' && 'greeting' in part;
  const told = paragraphs.filter((parts) => !parts.some(isGreeting));
  const said = told.map((parts) => parts.map((part) => wordsOf(part, sender)).join(''));
  return said.find((words) => !/^(?:Dear|Hello)\b/.test(words)) ?? said[0] ?? '';
}

/** Renders the plain text, with the business and its site at the end. */
export function renderText(paragraphs: readonly Paragraph[], sender: Sender): string {
  const body = paragraphs.map((parts) => parts.map((part) => textOf(part, sender)).join(''));
  return `${body.join('\n\n')}\n\n-- \n${sender.name}\n${sender.siteUrl}\n`;
}
