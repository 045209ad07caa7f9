// The mail of the simulated business: a stand-in for the mail server, the links that people find in
// their emails, and what the emails are about.
import { type Part, readParagraphs } from '../../../server/email/content.ts';
import type { EmailTransport, OutgoingEmail } from '../../../server/email/transport.ts';
import type { EmailFact } from './acts.ts';
import type { MovedClock } from './world-clock.ts';

/** Its features do not say exactly what needs attention at seven in the morning. */
const SUMMARY = 'daily summary';

/** The kind of an email, by how its subject begins. */
const KINDS: readonly (readonly [subject: string, kind: string])[] = [
  ['Welcome to your lessons', 'welcome'],
  ['Confirm your email address', 'confirm'],
  ['Receipt: ', 'receipt'],
  ['Booked from the waiting list: ', 'promoted'],
  ['Booked: ', 'booked'],
  ['Cancelled: ', 'cancelled'],
  ['Moved: ', 'moved'],
  ['Lesson changed: ', 'lesson changed'],
  ['Lesson cancelled: ', 'lesson deleted'],
  ['Reminder: ', 'reminder'],
  ['Spot missed, no credit: ', 'no credit'],
  ['A spot is free: ', 'spot open'],
  ['Waiting list full: ', 'crowded out'],
  ['A spot came free, but ', 'clash'],
  ['Absent: ', 'absent'],
  ['No longer absent: ', 'no longer absent'],
  ['Slides: ', 'slides'],
  ['Your refund', 'refund'],
  ['Your account was deleted', 'deleted'],
  ['You have been invited', 'invitation'],
  ['Your invitation was accepted', 'accepted'],
  ['Your sign-in was removed', 'sign-in removed'],
  ['We have received your enquiry', 'enquiry received'],
  ['New enquiry from ', 'new enquiry'],
  ['Free first lesson: ', 'free lesson booked'],
  ['Your free first physics lesson', 'enquiry invitation'],
  ['Your free first lesson was withdrawn', 'free lesson withdrawn'],
  ['Your free first lesson', 'free lesson'],
  ['No second free lesson for ', 'no second free lesson'],
  ['Your lessons have moved: choose a password', 'import invitation'],
  ['A payment is disputed', 'dispute'],
  ['A bank asks about a payment', 'inquiry'],
  ["A bank's inquiry is over", 'inquiry closed'],
  ['A disputed payment is lost', 'dispute lost'],
  ['A disputed payment stays with you', 'dispute won'],
  ['A refund exceeds the credits left', 'shortfall'],
  ['Today: ', SUMMARY],
  ['What ', 'letter'],
  ["Today's lesson", 'letter'],
  ['The lesson on ', 'letter'],
];

const OUTSIDER = /^x\d/;
const LESSON = /\d{4}-\d\d-\d\dT\d\d:\d\d\/[\w-]+(?: \d)?/g;

export class Mail implements EmailTransport {
  readonly #clock: MovedClock;
  /** The mail server answers nobody until then. */
  awayUntil = 0;
  #arrived: { to: string; fact: EmailFact }[] = [];
  /** The newest link of each page that an address has got. */
  readonly #links = new Map<string, string>();

  constructor(clock: MovedClock) {
    this.#clock = clock;
  }

  send(message: OutgoingEmail): Promise<void> {
    if (this.#clock.now < this.awayUntil)
      return Promise.reject(
        Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
      );
    const parts = readParagraphs(message.body).flat();
    this.#arrived.push({ to: message.recipient, fact: factOf(message.subject, parts) });
    const own = lessonsIn(message.subject).join();
    for (const page of parts.flatMap(pagesIn)) {
      const [, name, token] = /^\/([\w-]+)(?:#(?:invite=)?|\/)([\w-]{20,})$/.exec(page) ?? [];
      if (name === undefined || token === undefined) continue;
      this.#links.set(`${message.recipient} ${name}`, token);
      this.#links.set(`${message.recipient} ${name} ${own}`, token);
    }
    return Promise.resolve();
  }

  close(): void {}

  /** The newest link of this page that the address has got, by an email about the lesson. */
  linkOf(address: string, page: string, lesson = ''): string | null {
    return this.#links.get(`${address} ${page}${lesson === '' ? '' : ` ${lesson}`}`) ?? null;
  }

  /** What has arrived since the last call, in order, but for daily summaries and outsiders. */
  takeArrived(): { to: string; fact: EmailFact }[] {
    const arrived = this.#arrived;
    this.#arrived = [];
    return arrived.filter(({ to, fact }) => fact !== SUMMARY && !OUTSIDER.test(to));
  }
}

function factOf(subject: string, parts: readonly Part[]): EmailFact {
  const kind =
    KINDS.find(([start]) => subject.startsWith(start))?.[1] ?? subject.split(':', 1)[0] ?? '';
  const namedLessons = lessonsIn(subject);
  // The subject of several bookings only counts them.
  const dated = kind === 'booked' ? new Set(parts.flatMap(lessonsOfDates)) : [];
  const lessons = namedLessons.length > 0 ? namedLessons : [...dated];
  return lessons.length === 0 ? kind : `${kind}: ${lessons.toSorted().join(', ')}`;
}

const lessonsIn = (text: string): string[] => text.match(LESSON) ?? [];

const lessonsOfDates = (part: Part): string[] =>
  typeof part === 'object' && part.kind === 'dates'
    ? part.dates.flatMap(({ name }) => lessonsIn(name))
    : [];

/** The paths of the site that a part of an email links to. */
function pagesIn(part: Part): string[] {
  if (typeof part === 'string') return [];
  if (part.kind === 'link' || part.kind === 'button') return [part.page];
  if (part.kind === 'list') return part.lines.flatMap((line) => line.flatMap(pagesIn));
  if (part.kind === 'dates') return part.dates.flatMap(({ join }) => join ?? []);
  return [];
}
