// The sender of the emails, and their plain text.
import { type Seller, sellerLines } from '../../domain/payments/invoice.ts';
import { fillGreeting } from '../../domain/tutor/settings.ts';
import { type DateBlock, isOpening, type Paragraph, type Part } from './content.ts';

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
  if ('call' in part) return `tel:${part.call}`;
  return 'page' in part ? siteUrl + part.page : null;
}

/** The text of a part where links are clickable: a link shows its label, or else its URL. */
export function wordsOf(part: Part, sender: Sender): string {
  if (typeof part === 'string') return part;
  if ('headline' in part || 'small' in part) return '';
  if ('tutor' in part) return sender.tutor ?? sender.name;
  if ('signature' in part) return part.by ?? sender.tutor ?? '';
  if ('seller' in part) return sellerLines(sender.seller).join('\n');
  if ('greeting' in part) return fillGreeting(sender.greeting, part.greeting);
  if ('call' in part) return part.label;
  if ('dates' in part) return part.dates.map((block) => dateText(block, sender)).join('\n\n');
  if ('checklist' in part)
    return [`${part.title}:`, ...part.checklist.map((item) => `${TICK_BOX} ${item}`)].join('\n');
  if ('list' in part) return listText(part, (line) => plain(line, sender));
  if ('facts' in part) return part.facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
  if ('page' in part && part.label !== undefined) return part.label;
  if ('before' in part)
    return `${UNTIL_NOW}: ${part.before.join(', ')}.\n${FROM_NOW_ON}: ${part.after.join(', ')}.`;
  return linkOf(part, sender) ?? sender.name;
}

/** The box before each item of a checklist. */
export const TICK_BOX = '\u2610';
export const BULLET = '•';
export const JOIN_LABEL = 'Join it';
export const CANCELLED_LABEL = 'Cancelled';

const listText = (
  { title, list }: Extract<Part, { list: unknown }>,
  textOfLine: (line: Paragraph) => string,
) => [`${title}:`, ...list.map((line) => `${BULLET} ${textOfLine(line)}`)].join('\n');

/** A date block in plain text, a line for each of its facts. */
function dateText({ day, hours, name, join, isCancelled }: DateBlock, { siteUrl }: Sender): string {
  return [
    `${day.toUpperCase()}${isCancelled === true ? ` (${CANCELLED_LABEL.toLowerCase()})` : ''}`,
    hours,
    name,
    ...(join === undefined ? [] : [`${JOIN_LABEL}: ${siteUrl}${join}`]),
  ].join('\n');
}

/**
 * The parts as plain text. A URL that punctuation follows stands in angle brackets (RFC 3986,
 * appendix C): programs that make links of URLs take a colon or a comma for its last character.
 */
const lineOf = (parts: readonly Part[], sender: Sender): string =>
  parts
    .map((part, position) => {
      const next = parts[position + 1];
      return textOf(part, sender, typeof next === 'string' && /^[.,:;!?)]/.test(next));
    })
    .join('');

/** The text of a part in plain text, where a labelled link also shows its URL. */
function textOf(part: Part, sender: Sender, isDelimited: boolean): string {
  // The number is among the facts already.
  if (typeof part === 'object' && 'call' in part) return '';
  if (typeof part === 'object' && 'list' in part)
    return listText(part, (line) => lineOf(line, sender));
  const [words, address] = [wordsOf(part, sender), linkOf(part, sender)];
  if (address === null) return words;
  const url = isDelimited ? `<${address}>` : address;
  return address === words ? url : `${words}: ${url}`;
}

const has = (paragraph: Paragraph, key: 'headline' | 'greeting' | 'signature' | 'isButton') =>
  paragraph.some((part) => typeof part === 'object' && key in part);

const plain = (paragraph: Paragraph, sender: Sender) =>
  paragraph.map((part) => wordsOf(part, sender)).join('');

/** The heading of an email; null without one. */
export function headlineOf(paragraphs: readonly Paragraph[], sender: Sender): string | null {
  const found = paragraphs.find((paragraph) => has(paragraph, 'headline'));
  return found === undefined ? null : plain(found, sender);
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
  const told = paragraphs.filter(
    (paragraph) =>
      !has(paragraph, 'greeting') && !has(paragraph, 'isButton') && !isOpening(paragraph),
  );
  const said = told.map((paragraph) => plain(paragraph, sender));
  return said.find((words) => !/^(?:Dear|Hello)\b/.test(words)) ?? said[0] ?? '';
}

/** Renders the plain text, with the business and its site at the end. */
export function renderText(paragraphs: readonly Paragraph[], sender: Sender): string {
  const heading = headlineOf(paragraphs, sender);
  const body = bodyOf(paragraphs, sender).map((parts) => lineOf(parts, sender));
  const said = heading === null ? body : [heading, ...body];
  return `${said.join('\n\n')}\n\n-- \n${sender.name}\n${sender.siteUrl}\n`;
}
