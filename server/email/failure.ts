// What a failed try to send tells: whether it is final, what the tutor reads of it, and what may
// stand in the log.

/** What the mail client puts on its errors. */
type Field = 'code' | 'command' | 'responseCode';

function fieldOf(error: unknown, field: Field): string | number | undefined {
  if (!(error instanceof Error) || !(field in error)) return undefined;
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/**
 * The recipient was refused for good: another try would hear the same. Any other refusal, such as
 * of the site's own password or sender, is for the tutor to put right, and costs no email.
 */
export function isRefusedForGood(error: unknown): boolean {
  return fieldOf(error, 'command') === 'RCPT TO' && Number(fieldOf(error, 'responseCode')) >= 500;
}

/** Replies that blame the mailbox, unless an enhanced status code (RFC 3463) says otherwise. */
const MAILBOX_CODES: readonly unknown[] = [550, 551, 552, 553];
/**
 * RFC 3463: 5.1 reports a fault of the address and 5.2 one of the mailbox; 5.7, for example, one of
 * the sender.
 */
const MAILBOX_SUBJECTS = ['1', '2'];

/** Whether it was refused because of the address, and not because of who sends or from where. */
export function isAddressAtFault(error: unknown): boolean {
  if (!isRefusedForGood(error)) return false;
  const subject = /\b5\d\d[ -]5\.(\d+)\.\d+\b/.exec(reasonOf(error))?.[1];
  return subject === undefined
    ? MAILBOX_CODES.includes(fieldOf(error, 'responseCode'))
    : MAILBOX_SUBJECTS.includes(subject);
}

/** One or two sentences for the tutor; they may name the recipient. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return fieldOf(error, 'command') === 'STARTTLS'
    ? `The mail server offers no encrypted connection, and without one nothing is sent to it. Use a server with TLS in SMTP_URL. (${text})`
    : text;
}

const ADDRESS = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g;

/** Servers quote the whole address, or the mailbox alone: 'user ann unknown'. */
function withoutAddresses(text: string, recipient: string): string {
  const mailbox = RegExp.escape(recipient.split('@')[0] ?? '');
  return text
    .replace(ADDRESS, '[address]')
    .replace(new RegExp(`(?<![\\w.])${mailbox}(?![\\w.])`, 'gi'), '[mailbox]');
}

/** What the log may hold of it: no stack, and nobody's address. */
export function loggable(error: unknown, recipient: string) {
  return {
    code: fieldOf(error, 'code'),
    command: fieldOf(error, 'command'),
    responseCode: fieldOf(error, 'responseCode'),
    reason: withoutAddresses(reasonOf(error), recipient),
  };
}
