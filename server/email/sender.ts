// The sender of the emails, and their plain text.
import { type Seller, sellerLines } from '../../domain/payments/invoice.ts';
import { fillGreeting } from '../../domain/tutor/reply-text.ts';
import {
  type DateBlock,
  has,
  isOpening,
  type Paragraph,
  type Part,
  type PartOf,
} from './content.ts';

/** The headings of the two sides of a comparison. */
export const UNTIL_NOW = 'Until now';
export const FROM_NOW_ON = 'From now on';

export interface Sender {
  /** The name of the business. */
  readonly name: string;
  /** The tutor's name, who signs emails to families; null: the business does. */
  readonly tutor: string | null;
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

/** Returns the sender as it is now; the tutor may publish other words at any time. */
export type SenderSource = () => Promise<Sender>;

/** The URL of a link part; null for text. */
export function linkOf(part: Part, { siteUrl }: Sender): string | null {
  if (typeof part === 'string') return null;
  if (part.kind === 'call') return `tel:${part.number}`;
  return part.kind === 'link' || part.kind === 'button' ? siteUrl + part.page : null;
}

/** The text of a part where links are clickable: a link shows its label, or else its URL. */
export function wordsOf(part: Part, sender: Sender): string {
  if (typeof part === 'string') return part;
  if (part.kind === 'tutor') return sender.tutor ?? sender.name;
  if (part.kind === 'signature') return part.by ?? sender.tutor ?? '';
  if (part.kind === 'seller') return sellerLines(sender.seller).join('\n');
  if (part.kind === 'greeting') return fillGreeting(sender.greeting, part.name);
  if (part.kind === 'button' || part.kind === 'call') return part.label;
  if (part.kind === 'link') return part.label ?? sender.siteUrl + part.page;
  if (part.kind === 'dates') return part.dates.map((one) => dateText(one, sender)).join('\n\n');
  if (part.kind === 'checklist')
    return [`${part.title}:`, ...part.items.map((item) => `${TICK_BOX} ${item}`)].join('\n');
  if (part.kind === 'list') return listText(part, (line) => plain(line, sender));
  if (part.kind === 'facts') return part.rows.map((row) => `${row.label}: ${row.value}`).join('\n');
  if (part.kind === 'comparison')
    return `${UNTIL_NOW}: ${part.before.join(', ')}.\n${FROM_NOW_ON}: ${part.after.join(', ')}.`;
  return '';
}

/** The box before each item of a checklist. */
export const TICK_BOX = '\u2610';
export const BULLET = '•';
export const JOIN_LABEL = 'Join it';
export const CANCELLED_LABEL = 'Cancelled';

const listText = ({ title, lines }: PartOf<'list'>, textOfLine: (line: Paragraph) => string) =>
  [`${title}:`, ...lines.map((line) => `${BULLET} ${textOfLine(line)}`)].join('\n');

/** A date block in plain text, a line for each of its facts. */
function dateText(
  { day, hours, name, join, link, isCancelled }: DateBlock,
  { siteUrl }: Sender,
): string {
  return [
    `${day.toUpperCase()}${isCancelled === true ? ` (${CANCELLED_LABEL.toLowerCase()})` : ''}`,
    hours,
    name,
    ...(join === undefined ? [] : [`${JOIN_LABEL}: ${siteUrl}${join}`]),
    ...(link === undefined ? [] : [`${link.label}: ${siteUrl}${link.page}`]),
  ].join('\n');
}

/**
 * The parts as plain text. Programs that make links of URLs take punctuation for their last
 * character, or do not know the angle brackets of RFC 3986, appendix C. So a URL at the end of a
 * sentence ends its line without a full stop, and one before a comma or the like is in brackets.
 */
const lineOf = (parts: readonly Part[], sender: Sender): string =>
  parts
    .map((part, position) => {
      const [before, next] = [parts[position - 1], parts[position + 1]];
      if (typeof part === 'string' && isLink(before))
        return part.replace(/^\.(\s+|$)/, (_, space: string) => (space === '' ? '' : '\n'));
      return textOf(part, sender, typeof next === 'string' && /^(?:[,:;!?)]|\.\S)/.test(next));
    })
    .join('');

const isLink = (part: Part | undefined): boolean =>
  typeof part === 'object' && part.kind === 'link';

/** The text of a part in plain text, where a labelled link also shows its URL. */
function textOf(part: Part, sender: Sender, isDelimited: boolean): string {
  // The number is among the facts already.
  if (typeof part === 'object' && part.kind === 'call') return '';
  if (typeof part === 'object' && part.kind === 'list')
    return listText(part, (line) => lineOf(line, sender));
  const [words, address] = [wordsOf(part, sender), linkOf(part, sender)];
  if (address === null) return words;
  const url = isDelimited ? `<${address}>` : address;
  if (address === words) return url;
  return /[.…!?]$/u.test(words) ? `${words} ${url}` : `${words}: ${url}`;
}

const plain = (paragraph: Paragraph, sender: Sender) =>
  paragraph.map((part) => wordsOf(part, sender)).join('');

/** The heading of an email; null without one. */
export function headlineOf(paragraphs: readonly Paragraph[], sender: Sender): string | null {
  const headline = paragraphs.find((paragraph) => has(paragraph, 'headline'));
  return headline === undefined ? null : plain(headline, sender);
}

const isUnsigned = (paragraph: Paragraph, sender: Sender) =>
  has(paragraph, 'signature') && plain(paragraph, sender) === '';

/** The paragraphs beneath the heading. A signature without a name is left out. */
export const bodyOf = (paragraphs: readonly Paragraph[], sender: Sender): readonly Paragraph[] =>
  paragraphs.filter((paragraph) => !has(paragraph, 'headline') && !isUnsigned(paragraph, sender));

/**
 * What mail programs show beside the subject after name and heading: the first sentences that are
 * neither a greeting nor a date, which the subject has.
 */
export function previewOf(paragraphs: readonly Paragraph[], sender: Sender): string {
  const sentences = paragraphs.filter(
    (paragraph) => !has(paragraph, 'greeting', 'button', 'subheading') && !isOpening(paragraph),
  );
  const body = sentences.map((paragraph) => plain(paragraph, sender));
  return body.find((words) => !/^(?:Dear|Hello)\b/.test(words)) ?? body[0] ?? '';
}

/** Renders the plain text, with the business and its site at the end. */
export function renderPlainText(paragraphs: readonly Paragraph[], sender: Sender): string {
  const heading = headlineOf(paragraphs, sender);
  const body = bodyOf(paragraphs, sender).map((parts) => lineOf(parts, sender));
  const lines = heading === null ? body : [heading, ...body];
  return `${lines.join('\n\n')}\n\n-- \n${sender.name}\n${sender.siteUrl}\n`;
}
