// Rate limits, and lengths of texts, bodies and lessons. Every other number stands with its rule,
// and the tutor can change those of business.ts.

export const LESSON_MINUTES = 60;

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
  /** The tutor's words to all families after a lesson. */
  letterSentence: { max: 500 },
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

/** `site` is a call with all words of the tutor's site, or with all reply templates. */
export const BODY_BYTES = { json: 64 * 1024, site: 512 * 1024, webhook: 256 * 1024 } as const;

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
   * Checkouts of families who have neither paid nor confirmed their email: each is stored, and
   * opens a page at the provider. Two for each family that may sign up from one address in a day.
   */
  unpaidCheckouts: { perDay: 200, perDayOfSite: 2000 },
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
  /** Hashes the number, so that the family is recognised by it. */
  changedPhone: { calls: 10, minutes: 60 },
  deletedAccount: { calls: 10, minutes: 60 },
  /** Emails with a link that confirms the account's address. */
  confirmation: { calls: 5, minutes: 24 * 60 },
  /** Each emails every admin; with the tutor's link, it also hashes. */
  askedForFreeLesson: { calls: 10, minutes: 60 },
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

/**
 * Calls by all people of one family together, besides those of each account. Each act emails both
 * parents and the student: as many as the hour allows, day after day, would use up what a mailbox
 * may send. Six students who book a term of 14 weeks one lesson at a time make 84 calls (or six,
 * each for all weeks), and may then move or cancel most of them.
 */
export const FAMILY_LIMITS = { booking: { calls: 150, minutes: 24 * 60 } } as const;
export type FamilyLimit = keyof typeof FAMILY_LIMITS;
