// Numbers that the tutor cannot change; business.ts has those that the tutor can. Numbers of one
// part that few pages load are beside it: content-limits.ts, import-limits.ts, payment-limits.ts,
// room-limits.ts, tutor-limits.ts, picture-files.ts, live.ts. Money is in pence; time is in the
// unit that the name ends with.

export const LESSON_MINUTES = 60;
/** The credit packages on offer, and what one credit of a package can cost. */
export const PACKAGES = { min: 1, max: 6 } as const;
export const CREDIT_PRICE_PENCE = { min: 100, max: 50_000 } as const;
/** The usual times of lessons in a week. */
export const USUAL_TIMES = { min: 1, max: 14 } as const;
export const LESSON_CREDITS = 1;
export const CANCEL_NOTICE_MINUTES = 60;
/**
 * A spot released later than this before the start is open to all instead of going to the waiting
 * list.
 */
export const PROMOTION_NOTICE_MINUTES = 120;
/**
 * Entries on one waiting list: four times the spots of the largest lesson. Promotion reads all
 * entries while the lesson is locked, and a move emails all of them.
 */
export const MAX_WAITING = 200;
/** Lessons booked in one go: half a year of weekly lessons. */
export const MAX_LESSONS_AT_ONCE = 26;
/** How many lessons at the same weekly time are preselected: about half a term. */
export const WEEKS_PROPOSED = 6;
/** A booking can be moved to lessons within this many days. */
export const MOVE_WINDOW_DAYS = 14;
/** A server is not ready when an email has waited this long, or the last comparison is this old. */
export const READINESS_HOURS = { email: 24, comparison: 48 } as const;
/** How long a setup address works. */
export const SETUP_MINUTES = 30;
/** A lesson can be joined from this long before its start until its end. */
export const JOIN_OPENS_MINUTES = 15;
/** Old join links of a booking that still lead signed-in family members to the current one. */
export const FORMER_JOIN_LINKS = 8;
/** How long what the link "Can't come?" of a reminder has done can be undone. */
export const EXCUSE_UNDO_MINUTES = 10;
/** How often such a link can act, if each act is undone: each act sends emails. */
export const MAX_EXCUSES = 3;
/** How long after its lesson's start such a link is stored. */
export const EXCUSE_LINK_DAYS = 1;
/** How long after its start the tutor can still add a student to a lesson. */
export const TUTOR_BOOKS_DAYS = 7;
/** How long after a lesson students whose join link was never used are proposed as absent. */
export const ABSENCE_PROPOSED_DAYS = 7;
/** The hours within which a tutor can promise to answer. */
export const RESPONSE_HOURS = { min: 1, max: 168 } as const;
/**
 * How long after marking an enquiry answered by mistake the tutor can undo it; the promised time
 * then counts on.
 */
export const ANSWER_UNDO_MINUTES = 10;
/** An enquiry is marked as urgent when this much of the promised time is left. */
export const RESPONSE_WARNING_HOURS = 4;
export const RESPONSE_SHARE_DAYS = 30;

export const CURRENCY = 'gbp';
/** How long a checkout page can be paid. */
export const CHECKOUT_MINUTES = 60;
/**
 * Reservations during checkout: how long the page can be paid (the provider's minimum is 30), and
 * how long the spots stay reserved, so that a last-moment payment still finds them. Families are
 * told the round number.
 */
export const RESERVATION_MINUTES = { checkout: 31, untilExpiry: 36, asTold: 30 } as const;
export const MAX_LESSONS_PER_CHECKOUT = 12;
/** Checkouts with lessons that a family may start: each reserves spots that others want. */
export const CHECKOUTS_WITH_LESSONS = { max: 6, minutes: 60 } as const;
/** How long in any 24 hours spots are reserved for a family that does not pay for them. */
export const UNPAID_RESERVATIONS = { minutesADay: 120 } as const;
/** The share of a lesson that families who have never paid can reserve; at least one spot. */
export const UNPAID_SHARE = 1 / 2;
export const MIN_CREDITS_PER_PAYMENT = 1;
export const MAX_CREDITS_PER_PAYMENT = 100;
/** The assumed price of one credit when no single-credit package is on offer. */
export const FALLBACK_CREDIT_PRICE_PENCE = 2500;

/** People of one family. */
export const FAMILY_STUDENTS = { min: 1, max: 6 } as const;
export const FAMILY_PARENTS = { min: 1, max: 2 } as const;

/** Inclusive bounds on JavaScript string lengths. */
export const LENGTHS = {
  name: { min: 2, max: 100 },
  email: { max: 255 },
  phone: { min: 10, max: 15 },
  password: { min: 6, max: 128 },
  lessonName: { min: 1, max: 200 },
  meetingLink: { max: 500 },
  lessonNotes: { max: 1000 },
  enquiryNote: { max: 2000 },
  /** The tutor's reply to an enquirer. */
  reply: { max: 2000 },
  templateName: { min: 1, max: 60 },
  packageName: { min: 1, max: 60 },
  /** The subject of a template. Filled with a name it may be longer, up to `sentSubject`. */
  subject: { min: 1, max: 100 },
  sentSubject: { max: 255 },
  greeting: { min: 1, max: 60 },
  reason: { min: 2, max: 200 },
  /** What a published version of the site has changed. */
  siteNote: { max: 200 },
  /** The tutor's words to a family about one booking. */
  bookingMessage: { max: 500 },
  idempotencyKey: { max: 255 },
  topicName: { min: 1, max: 200 },
  topicReference: { max: 40 },
  itemTitle: { min: 1, max: 100 },
  itemAddress: { max: 500 },
  questionText: { min: 1, max: 2000 },
  hint: { min: 0, max: 500 },
  explanation: { min: 0, max: 2000 },
  choice: { min: 1, max: 300 },
  feedback: { min: 0, max: 500 },
  point: { min: 1, max: 300 },
  /** An answer in words. */
  answer: { min: 1, max: 2000 },
} as const;

export const SESSION_SECONDS = { family: 30 * 24 * 3600, admin: 12 * 3600 } as const;
/** How long after a sign-in its password also allows inviting people. */
export const PASSWORD_COUNTS_MINUTES = 10;
export const RESET_LINK_MINUTES = 60;
/**
 * Password reset links that an account can have at a time, so that nobody can flood its mailbox.
 */
export const MAX_RESET_LINKS = 5;
export const EMAIL_LINK_HOURS = 24;
/** How long a new account's address can be confirmed by the link in the welcome email. */
export const CONFIRMATION_LINK_DAYS = 7;
/**
 * Emails of one kind to an unconfirmed address, counted for all senders. `email_counts` has one
 * column for each.
 */
export const UNCONFIRMED_EMAILS = { max: 5, hours: 24 } as const;
/** How long an invitation into a family can be accepted. */
export const INVITATION_DAYS = 7;
/** Spots of each lesson that families can book as their free first lesson. */
export const FREE_SPOTS = { min: 0, max: 10, default: 2 } as const;
/**
 * A free first lesson of a family whose address is not confirmed is withdrawn after `hours`, or
 * `hoursBefore` its start when that is earlier, but never in the first `minMinutes`.
 */
export const FREE_LESSON_CONFIRMATION = { hours: 24, hoursBefore: 12, minMinutes: 60 } as const;
/** How long an enquirer can sign up with the tutor's link. */
export const ENQUIRY_INVITATION_DAYS = 14;
/**
 * Invitations sent automatically to enquirers. It bounds how many mailboxes a person can flood by
 * submitting the form for others.
 */
export const AUTOMATIC_INVITATIONS = { max: 50, hours: 24 } as const;
export const MAX_REPLY_TEMPLATES = 12;
/** UK time of the tutor's daily summary, and until when a late one is still sent. */
export const DAILY_SUMMARY = { from: '07:00:00', until: '12:00:00' } as const;
/** How long the summary mentions a payment that only the tutor can settle. */
export const DAILY_SUMMARY_PAYMENT_DAYS = 7;
/** Entries in one section of the summary; one more line counts the rest. */
export const MAX_SUMMARY_LINES = 10;
export const IDEMPOTENCY_HOURS = 24;

/**
 * How many days back a calendar feed reaches, and how often calendar programs should refresh it.
 */
export const CALENDAR_FEED = { daysBack: 60, refreshHours: 1 } as const;

/** Days a lesson list reaches back and ahead by default, and the longest window. */
export const LESSON_WINDOW_DAYS = { back: 28, ahead: 84, max: 366 } as const;
/** Lessons shown to anybody without an account, and how long that answer may be cached. */
export const NEXT_LESSONS_SHOWN = 4;
export const NEXT_LESSONS_SECONDS = 60;
export const BOOKING_WINDOW_DAYS_BACK = 30;
/** Published versions of the site's words in their list; any can be restored by its number. */
export const MAX_VERSIONS_LISTED = 200;
/** Caught forms: days until deletion, the maximum listed, and the maximum length of a text. */
export const CAUGHT_FORMS = { days: 30, listed: 500, textLength: 300 } as const;
export const MAX_ENQUIRIES_LISTED = 10_000;

/** `site` is a call with all words of the tutor's site. */
export const BODY_BYTES = { json: 64 * 1024, site: 512 * 1024, webhook: 256 * 1024 } as const;
export const WEBHOOK_TOLERANCE_SECONDS = 300;

export const RETRY = {
  general: { attempts: 3, delayMs: 1000 },
  query: { attempts: 4, delayMs: 1000 },
  mutation: { attempts: 2, delayMs: 1000 },
  loading: { attempts: 3, delayMs: 2000, isSteady: true },
  registration: { attempts: 2, delayMs: 1000 },
} as const;
export const STALE_MINUTES = 5;

export const CAROUSEL = { intervalMs: 4000, pauseMs: 10_000, breakpointPx: 1024 } as const;
export const PAYMENT_REFRESH_MS = 2000;
export const TRANSACTION_ID_CHARS = 20;

/**
 * Calls per minute for each client address and for each IPv6 site. Calls per day where each call
 * emails any address it is given; enough for the classes of a school behind one address. Failed
 * logins for one account from one address.
 */
export const RATE_LIMITS = {
  perMinute: 10,
  perMinuteOfSite: 100,
  perDay: 100,
  perDayOfSite: 1000,
  often: { perMinute: 60, perMinuteOfSite: 600 },
  /** Acts by an excuse link. */
  excuses: { perMinute: 20, perMinuteOfSite: 200 },
  /**
   * Spots reserved by families who have never paid. Enough for three lessons of each student in a
   * class whose parents all pay from the school.
   */
  unpaidReservations: { perHour: 100, perHourOfSite: 1000, perDay: 300, perDayOfSite: 3000 },
  /**
   * Free first lessons of families who have not confirmed their email. Those that come later
   * confirm it first.
   */
  unconfirmedLessons: { perDay: 5, perDayOfSite: 50 },
  loginFailures: { points: 10, minutes: 15 },
} as const;

/**
 * Calls by one signed-in account in so many minutes. Each kind has its own limit, and all reads and
 * all writes have one together. Calls that hash a password or send email cost more than they look.
 */
export const ACCOUNT_LIMITS = {
  /** Per process. A page needs about ten, even if lessons change while it is open. */
  read: { calls: 300, minutes: 1 },
  /** Collects everything about a family. */
  exportedData: { calls: 10, minutes: 60 },
  write: { calls: 60, minutes: 1 },
  booking: { calls: 60, minutes: 60 },
  /** Answers to questions; they do not count as writes. */
  answer: { calls: 240, minutes: 60 },
  /** Questions rendered while the tutor types; they do not count as writes either. */
  preview: { calls: 1200, minutes: 60 },
  checkout: { calls: 10, minutes: 60 },
  cancelledCheckout: { calls: 20, minutes: 60 },
  /** A return that the provider refuses emails every admin. */
  returnedPayment: { calls: 10, minutes: 60 },
  changedPassword: { calls: 10, minutes: 60 },
  changedEmail: { calls: 10, minutes: 60 },
  deletedAccount: { calls: 10, minutes: 60 },
  /** Emails with a link that confirms the account's address. */
  confirmation: { calls: 5, minutes: 24 * 60 },
  invitation: { calls: 10, minutes: 60 },
  removedParent: { calls: 10, minutes: 60 },
  testEmail: { calls: 10, minutes: 60 },
  import: { calls: 20, minutes: 60 },
  /** Each is read in a process of its own, one after the other. */
  picture: { calls: 60, minutes: 60 },
  twoFactorSetup: { calls: 10, minutes: 60 },
  twoFactorOn: { calls: 10, minutes: 60 },
  twoFactorOff: { calls: 10, minutes: 60 },
  /** Each browser renews once half of a session's life has passed, however many tabs it has. */
  renewal: { calls: 60, minutes: 60 },
} as const;
export type AccountLimit = keyof typeof ACCOUNT_LIMITS;
