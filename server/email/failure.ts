// Interprets a failed delivery: whether it is permanent, what the tutor reads, and what may be
// logged.

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
export function isPermanentRejection(error: unknown): boolean {
  return fieldOf(error, 'command') === 'RCPT TO' && Number(fieldOf(error, 'responseCode')) >= 500;
}

/** Reply codes that blame the mailbox, unless an enhanced status code (RFC 3463) says otherwise. */
const MAILBOX_CODES: readonly unknown[] = [550, 551, 552, 553];
/**
 * RFC 3463: 5.1 is an address error and 5.2 a mailbox error; 5.7, for example, concerns the sender.
 */
const MAILBOX_SUBJECTS = ['1', '2'];

/** Whether the server rejected the address itself, rather than the sender or its host. */
export function isAddressAtFault(error: unknown): boolean {
  if (!isPermanentRejection(error)) return false;
  const subject = /\b5\d\d[ -]5\.(\d+)\.\d+\b/.exec(reasonOf(error))?.[1];
  return subject === undefined
    ? MAILBOX_CODES.includes(fieldOf(error, 'responseCode'))
    : MAILBOX_SUBJECTS.includes(subject);
}

/** One or two sentences for the tutor; they may contain the recipient's address. */
export function reasonOf(error: unknown): string {
  // PostgreSQL stores no NUL, which a server may answer with.
  const text = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '');
  return fieldOf(error, 'command') === 'STARTTLS'
    ? `The mail server offers no encrypted connection, and without one nothing is sent to it. Use a server with TLS in SMTP_URL. (${text})`
    : text;
}

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
    reason: withoutAddresses(reasonOf(error), recipient),
  };
}
