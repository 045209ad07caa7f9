// Who the emails are from, and what they say as plain text.
import { type Seller, sellerLines } from '../../domain/invoice.ts';
import { fillGreeting } from '../../domain/settings.ts';
import type { Paragraph, Part } from './content.ts';

/** What stands above the two sides of a comparison. */
export const UNTIL_NOW = 'Until now';
export const FROM_NOW_ON = 'From now on';

export interface Sender {
  /** The name of the business. */
  readonly name: string;
  /** The address that the emails come from. */
  readonly address: string;
  /** Where answers go unless an email names somebody else; null: to the first admin. */
  readonly replyTo: string | null;
  /** The public address of the site, without a slash at its end. */
  readonly siteUrl: string;
  /** Who sells what receipts are about. */
  readonly seller: Seller;
  /** How emails to a person begin, with {name} where theirs stands. */
  readonly greeting: string;
}

/** The address behind a part that is a link; null for text. */
export function linkOf(part: Part, { siteUrl }: Sender): string | null {
  if (typeof part === 'string' || !('page' in part || 'address' in part)) return null;
  return 'page' in part ? siteUrl + part.page : part.address;
}

/** What a part says where links can be followed: a link says its name, or else its address. */
export function wordsOf(part: Part, sender: Sender): string {
  if (typeof part === 'string') return part;
  if ('seller' in part) return sellerLines(sender.seller).join('\n');
  if ('greeting' in part) return fillGreeting(sender.greeting, part.greeting);
  if ('page' in part && part.label !== undefined) return part.label;
  if ('before' in part)
    return `${UNTIL_NOW}: ${part.before.join(', ')}.\n${FROM_NOW_ON}: ${part.after.join(', ')}.`;
  return linkOf(part, sender) ?? sender.name;
}

/** The same where they cannot. */
function textOf(part: Part, sender: Sender): string {
  const [words, address] = [wordsOf(part, sender), linkOf(part, sender)];
  return address === null || address === words ? words : `${words}: ${address}`;
}

/** The plain text, with who we are at its foot. */
export function renderText(paragraphs: readonly Paragraph[], sender: Sender): string {
  const body = paragraphs.map((parts) => parts.map((part) => textOf(part, sender)).join(''));
  return `${body.join('\n\n')}\n\n-- \n${sender.name}\n${sender.siteUrl}\n`;
}
