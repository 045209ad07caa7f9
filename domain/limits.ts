// Every number of the business, named once. Money is in pence, time in the unit the name ends with.

export const LESSON_MINUTES = 60;
export const LESSON_PRICE_PENCE = 3000;
export const LESSON_CREDITS = 1;
export const LESSON_TIMES = ['09:00:00', '10:00:00'] as const;
/** ISO weekdays (Monday is 1) on which lessons are normally held. */
export const LESSON_WEEKDAYS = [6, 7] as const;
export const CANCEL_NOTICE_MINUTES = 60;
/**
 * A place that comes free later than this before the start is open to all instead of going to the
 * waiting list.
 */
export const PROMOTION_NOTICE_MINUTES = 120;
/**
 * Students in the line of one lesson, four times as many as the largest has places for: a place
 * that comes free goes past all of them with the lesson held, and a move is told to all.
 */
export const MAX_WAITING = 200;
/** Lessons that are booked in one go: half a year of one a week. */
export const MAX_LESSONS_AT_ONCE = 26;
/**
 * Of the lessons at the same time every week, those that are ticked from the start: about half a
 * term.
 */
export const WEEKS_PROPOSED = 6;
/** Days of lessons that a booking is offered to be moved to. */
export const MOVE_WINDOW_DAYS = 14;
/** How long before the start of a lesson it can be joined; until its end. */
export const JOIN_OPENS_MINUTES = 15;
/** Old join links of a booking that lead a signed-in member of its family on to the current one. */
export const FORMER_JOIN_LINKS = 8;
/** How long after a lesson those who did not come in by their link are proposed as absent. */
export const ABSENCE_PROPOSED_DAYS = 7;
export const RESPONSE_PROMISE_HOURS = 24;
/** An enquiry is marked as urgent when this little of the promise is left. */
export const RESPONSE_WARNING_HOURS = 4;
export const RESPONSE_SHARE_DAYS = 30;

export const CURRENCY = 'gbp';
/** How long a checkout page can be paid. */
export const CHECKOUT_MINUTES = 60;
/**
 * Where places are kept while a family pays: how long its page can be paid (the provider's least is
 * 30), and how long after its start the places are kept, so that a payment of the last moment finds
 * them. Families read the round number.
 */
export const RESERVATION_MINUTES = { checkout: 31, kept: 36, asTold: 30 } as const;
export const MAX_LESSONS_PER_CHECKOUT = 12;
/** Checkouts with lessons that a family may begin: each keeps places from everybody else. */
export const CHECKOUTS_WITH_LESSONS = { most: 6, minutes: 60 } as const;
/** For how long of any 24 hours places are kept for a family that does not pay for them. */
export const UNPAID_RESERVATIONS = { minutesADay: 120 } as const;
/** How much of a lesson families that have never paid can reserve; one spot at least. */
export const UNPAID_SHARE = 1 / 2;
export const MIN_CREDITS_PER_PURCHASE = 1;
export const MAX_CREDITS_PER_PURCHASE = 100;
/** What one credit is taken to cost when no single-credit package is on offer. */
export const FALLBACK_CREDIT_PRICE_PENCE = 2500;

/** People of one family. */
export const FAMILY_STUDENTS = { least: 1, most: 6 } as const;
export const FAMILY_PARENTS = { least: 1, most: 2 } as const;

export const MAX_STUDENTS = { min: 1, max: 50, default: 10 } as const;

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
  /** What the tutor writes to an enquirer. */
  reply: { max: 2000 },
  templateName: { min: 1, max: 60 },
  /** Of a template; filled with a name it may be longer, up to `sentSubject`. */
  subject: { min: 1, max: 100 },
  sentSubject: { max: 255 },
  greeting: { min: 1, max: 60 },
  reason: { min: 2, max: 200 },
  idempotencyKey: { max: 255 },
} as const;

export const SESSION_SECONDS = { family: 30 * 24 * 3600, admin: 12 * 3600 } as const;
export const RESET_LINK_MINUTES = 60;
/**
 * Links to a new password that an account can have at a time: whoever asks for more floods its
 * mailbox.
 */
export const MAX_RESET_LINKS = 5;
export const EMAIL_LINK_HOURS = 24;
/**
 * How long the owner of a new account's address can confirm it by the link in the welcome email.
 */
export const CONFIRMATION_LINK_DAYS = 7;
/**
 * Emails of one kind to an address that nobody has confirmed, whoever causes them. A row of
 * `email_counts` has as many columns.
 */
export const UNCONFIRMED_EMAILS = { max: 5, hours: 24 } as const;
/** How long an invitation into a family can be accepted. */
export const INVITATION_DAYS = 7;
/** How long an enquirer can sign up with the link that the tutor has sent. */
export const ENQUIRY_INVITATION_DAYS = 14;
/**
 * Enquirers who are sent one without the tutor: whoever fills in forms for others floods that many
 * mailboxes at most.
 */
export const AUTOMATIC_INVITATIONS = { most: 50, hours: 24 } as const;
export const MAX_REPLY_TEMPLATES = 12;
/** UK time of the tutor's daily summary, and until when one that is late is still sent. */
export const DIGEST = { from: '07:00:00', until: '12:00:00' } as const;
/** How long the summary mentions a payment that nothing settles but the tutor. */
export const DIGEST_PAYMENT_DAYS = 7;
/** Lines of one part of it; how many more there are is said in one. */
export const MAX_SUMMARY_LINES = 10;
export const IDEMPOTENCY_HOURS = 24;

/**
 * Days that a calendar which is subscribed to reaches back, and how often programs are asked to
 * look at it.
 */
export const CALENDAR_FEED = { daysBack: 60, refreshHours: 1 } as const;

/** Days a lesson list reaches back and ahead when the caller names no window. */
export const LESSON_WINDOW_DAYS = { back: 28, ahead: 84, most: 366 } as const;
/** Lessons that one 'repeat weekly' makes. */
export const REPEAT_WEEKS = { min: 2, max: 26 } as const;
/** Lessons of one week that can be copied at once; copies of copies would double without end. */
export const MAX_LESSONS_COPIED = 50;
/** A term is planned in one go; the longest in England has fifteen weeks, here of four lessons. */
export const TERM_WEEKS = { min: 1, max: 15, proposed: 6 } as const;
export const MAX_LESSONS_PER_TERM = 60;
export const ACTIVITY_WINDOW_DAYS_BACK = 30;
/** How long an email that did not arrive is shown to the tutor. */
export const UNDELIVERED_DAYS_BACK = 30;
export const MAX_UNDELIVERED_LISTED = 200;
export const MAX_ACTIVITIES_LISTED = 1000;
export const MAX_STUDENTS_LISTED = 10_000;
export const MAX_ADJUSTMENT = 100;
/** Lessons that anybody sees without an account, and for how long a copy of them is good enough. */
export const NEXT_LESSONS_SHOWN = 4;
export const NEXT_LESSONS_SECONDS = 60;
export const BOOKING_WINDOW_DAYS_BACK = 30;
export const MAX_ENQUIRIES_LISTED = 10_000;

export const BODY_BYTES = { json: 64 * 1024, webhook: 256 * 1024 } as const;
export const WEBHOOK_TOLERANCE_SECONDS = 300;

/**
 * Calls a minute for each client address, and for all addresses of one IPv6 site; calls a day where
 * each emails whoever it names, which are enough for the classes of a school behind one address;
 * failed logins for one account from one address.
 */
export const RATE_LIMITS = {
  perMinute: 10,
  perMinuteOfSite: 100,
  perDay: 100,
  perDayOfSite: 1000,
  often: { perMinute: 60, perMinuteOfSite: 600 },
  /**
   * Spots that families who have never paid reserve: enough for three lessons of each student of a
   * class whose parents all pay at school.
   */
  unpaidReservations: { perHour: 100, perHourOfSite: 1000, perDay: 300, perDayOfSite: 3000 },
  loginFailures: { points: 10, minutes: 15 },
} as const;

/**
 * Calls of one signed-in account in so many minutes, each kind by itself, and all reads and all
 * writes together besides. What hashes a password or emails somebody costs more than it looks.
 */
export const ACCOUNT_LIMITS = {
  /** In one process. A page needs about ten, also when the plan changes while it is open. */
  read: { calls: 300, minutes: 1 },
  /** Collects everything about a family. */
  exportedData: { calls: 10, minutes: 60 },
  write: { calls: 60, minutes: 1 },
  booking: { calls: 60, minutes: 60 },
  checkout: { calls: 10, minutes: 60 },
  cancelledCheckout: { calls: 20, minutes: 60 },
  changedPassword: { calls: 10, minutes: 60 },
  changedEmail: { calls: 10, minutes: 60 },
  deletedAccount: { calls: 10, minutes: 60 },
  /** Emails with a link that confirms the account's address. */
  confirmation: { calls: 5, minutes: 24 * 60 },
  invitation: { calls: 10, minutes: 60 },
  removedParent: { calls: 10, minutes: 60 },
  testEmail: { calls: 10, minutes: 60 },
  twoFactorSetup: { calls: 10, minutes: 60 },
  twoFactorOn: { calls: 10, minutes: 60 },
  twoFactorOff: { calls: 10, minutes: 60 },
  /** Each browser renews once half of a session's life is gone, whatever number of tabs it has. */
  renewal: { calls: 60, minutes: 60 },
} as const;
export type AccountLimit = keyof typeof ACCOUNT_LIMITS;

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
