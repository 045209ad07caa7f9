// Interprets a failed delivery: whether it is permanent, what the tutor reads, and what may be
// logged.
import { SITE_REJECTED } from '../../domain/tutor/undelivered-email.ts';

/** Fields that the mail client sets on its errors. */
type Field = 'code' | 'command' | 'responseCode';

function fieldOf(error: unknown, field: Field): string | number | undefined {
  if (!(error instanceof Error) || !(field in error)) return undefined;
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/**
 * Whether the server rejected the recipient permanently, so that a retry is pointless. Other
 * rejections, such as of the site's own password or sender, are for the tutor to fix and must not
 * fail any email.
 */
export const isPermanentRejection = (error: unknown): boolean =>
  isRejection(error) && fieldOf(error, 'command') === 'RCPT TO' && !isSiteRejected(error);

const isRejection = (error: unknown) => Number(fieldOf(error, 'responseCode')) >= 500;

/** Reply codes that blame the mailbox, unless an enhanced status code (RFC 3463) says otherwise. */
const MAILBOX_CODES: readonly unknown[] = [550, 551, 552, 553];
/** RFC 3463: 5.1 is an address error and 5.2 a mailbox error. */
const MAILBOX_SUBJECTS: readonly unknown[] = ['1', '2'];
/** The sender's mailbox, the sender's domain, and the server's policy, in the same RFC. */
const SITE_CODE = /^5\.(?:1\.[78]|7\.\d+)$/;
/** A command out of order, its parameter, and the password: RFC 5321 and RFC 4954. */
const SITE_REPLIES: readonly unknown[] = [503, 504, 530, 534, 535, 538];
/** Codes of the recipient's address and mailbox, whatever the words say. */
const RECIPIENT_CODE = /^5\.(?:1\.(?:[1-6]|9|10)|2\.\d+)$/;
/** docs/mail-refusals.md: the words of mail servers. */
const SITE_WORDS =
  /\b(?:senders?|mail from|return[- ]path|relay(?:ing)?|client host|helo|authenticat\w+)\b/i;
/** qmail's list of the domains that it takes emails for; some of its kin give a mailbox's code. */
const RELAY_WORDS = /\brcpthosts\b/i;

/** Whether the server rejected the address itself, rather than the sender or its host. */
export function isAddressAtFault(error: unknown): boolean {
  if (!isPermanentRejection(error)) return false;
  const code = statusOf(error);
  return code === undefined
    ? MAILBOX_CODES.includes(fieldOf(error, 'responseCode'))
    : MAILBOX_SUBJECTS.includes(code.split('.')[1]);
}

/**
 * Whether the server does not accept the site's own address, or nothing from the site for others,
 * whichever recipient it says it of.
 */
function isSiteRejected(error: unknown): boolean {
  if (!isRejection(error)) return false;
  if (fieldOf(error, 'command') === 'MAIL FROM') return true;
  if (fieldOf(error, 'command') !== 'RCPT TO') return false;
  const words = textOf(error).replaceAll(ADDRESS, '');
  if (RELAY_WORDS.test(words)) return true;
  const code = statusOf(error) ?? '';
  if (SITE_CODE.test(code)) return true;
  return (
    !RECIPIENT_CODE.test(code) &&
    (SITE_REPLIES.includes(fieldOf(error, 'responseCode')) || SITE_WORDS.test(words))
  );
}

/** Whether the server says by an enhanced status code (RFC 3463) what it rejects. */
export const hasStatusCode = (error: unknown): boolean => statusOf(error) !== undefined;

/** The enhanced status code of a rejection: '5.1.1', which qmail writes at the end, '(#5.1.1)'. */
function statusOf(error: unknown): string | undefined {
  const { first, last } =
    /\b5\d\d[ -](?<first>5\.\d+\.\d+)\b|\(#(?<last>5\.\d+\.\d+)\b/.exec(textOf(error))?.groups ??
    {};
  return first ?? last;
}

// PostgreSQL stores no NUL, which a server may answer with.
const textOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '');

/** One or two sentences for the tutor; they may contain the recipient's address. */
export function explainFailure(error: unknown): string {
  if (fieldOf(error, 'command') === 'STARTTLS')
    return `The mail server offers no encrypted connection, and without one nothing is sent to it. Use a server with TLS in SMTP_URL. (${textOf(error)})`;
  return isSiteRejected(error) ? siteRejected(textOf(error)) : textOf(error);
}

/** The tutor's words for a rejection of the site itself. */
export const siteRejected = (text: string): string => `${SITE_REJECTED} (${text})`;

const ADDRESS = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g;

/** Servers quote the full address, or only the mailbox: 'user ann unknown'. */
function withoutAddresses(text: string, recipient: string): string {
  const mailbox = RegExp.escape(recipient.split('@')[0] ?? '');
  return text
    .replace(ADDRESS, '[address]')
    .replace(new RegExp(`(?<![\\w.])${mailbox}(?![\\w.])`, 'gi'), '[mailbox]');
}

/** The loggable facts of a failure: no stack trace and no addresses. */
export function loggable(error: unknown, recipient: string) {
  return {
    code: fieldOf(error, 'code'),
    command: fieldOf(error, 'command'),
    responseCode: fieldOf(error, 'responseCode'),
    reason: withoutAddresses(explainFailure(error), recipient),
  };
}
