// How many calls an address, a site and an account may make.

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
