// What people do in the simulated business, and what is compared after each day. Everything is
// plain JSON with names of the simulation's own, never the server's ids, so that a sequence of acts
// can be printed, shortened and run again.

/** Family 'f17', its parents 'f17.p1' (the owner) and 'f17.p2', its students 'f17.s1' to 's6'. */
export type FamilyName = string;
/** A parent, a student with a sign-in of their own, or 'tutor'. */
export type PersonName = string;
export type StudentName = string;
/** Start as first planned, in UK time, and course: '2026-09-12T09:00/GCSE'. Moving keeps it. */
export type LessonName = string;
/** 'pay31', 'e5'. */
export type PaymentName = string;
export type EnquiryName = string;
export type YearClass = 'year-10' | 'year-11' | 'year-12' | 'year-13';

/** 'ok', or the code of the refusal. */
export type Outcome = string;

interface Acts {
  // Lessons, planned and changed by the tutor. `start` is in UK time: '2026-09-12T09:00'.
  'plan lesson': { lesson: LessonName; spots: number };
  'plan term': { lessons: LessonName[]; spots: number };
  'change lesson': { lesson: LessonName; start?: string; spots?: number; renamed?: string };
  'delete lesson': { lesson: LessonName };

  // Accounts. People's names, addresses and numbers are derived from their simulation's names.
  'sign up': { family: FamilyName; invitation?: EnquiryName };
  /** Uses the newest link that was emailed to the person. */
  'confirm email': { person: PersonName };
  'add student': { by: PersonName; student: StudentName; year?: YearClass };
  'change student': { by: PersonName; student: StudentName; year?: YearClass; mayBook?: boolean };
  'remove student': { by: PersonName; student: StudentName };
  'invite person': { by: PersonName; person: PersonName };
  'accept invitation': { person: PersonName };
  'remove parent': { by: PersonName; person: PersonName };
  'remove sign-in': { by: PersonName; student: StudentName };
  'set reminders': { by: PersonName; hours: (2 | 24)[] };
  'delete account': { by: PersonName };

  // Lessons of a family.
  book: { by: PersonName; student: StudentName; lesson: LessonName; free?: boolean };
  'book several': { by: PersonName; student: StudentName; lessons: LessonName[] };
  cancel: { by: PersonName; student: StudentName; lesson: LessonName };
  move: { by: PersonName; student: StudentName; from: LessonName; to: LessonName };
  'join list': { by: PersonName; student: StudentName; lesson: LessonName };
  'leave list': { by: PersonName; student: StudentName; lesson: LessonName };
  /** By the newest link in the student's reminder of this lesson. */
  excuse: { student: StudentName; lesson: LessonName; how: 'cancel' | 'tell' };
  'excuse by moving': { student: StudentName; lesson: LessonName; to: LessonName };
  'undo excuse': { student: StudentName; lesson: LessonName };
  join: { student: StudentName; lesson: LessonName };

  // Money. Paying happens at the provider; credits come by a webhook or by a look.
  'start checkout': {
    payment: PaymentName;
    by: PersonName;
    credits: number;
    lessons?: LessonName[];
    student?: StudentName;
  };
  /** The family pays at the provider. No event is delivered yet. */
  pay: { payment: PaymentName; code?: boolean };
  /** The provider delivers its oldest undelivered events of this payment, each so many times. */
  'deliver events': { payment: PaymentName; times: number; reversed?: boolean };
  /** The success page asks for the payment's state. */
  'look at payment': { payment: PaymentName };
  'cancel checkout': { payment: PaymentName };
  refund: { payment: PaymentName; credits: number };
  return: { by: PersonName; payment: PaymentName; credits: number };
  /** At the provider, with its event delivered at once. */
  dispute: { payment: PaymentName; state: 'inquiry' | 'inquiry closed' | 'open' | 'won' | 'lost' };
  'refund at provider': { payment: PaymentName; pence: number };
  'set prices': { packages: { credits: number; pence: number }[] };
  'allow codes': { allowed: boolean };
  'compare payments': { days: number };

  // The tutor and families.
  'give credits': { family: FamilyName; credits: number };
  'mark attendance': { student: StudentName; lesson: LessonName; absent: boolean };
  'tutor books': { student: StudentName; lesson: LessonName; credit: 'take' | 'free' };
  'tutor cancels': { student: StudentName; lesson: LessonName; refund: boolean };
  'tutor moves': { student: StudentName; from: LessonName; to: LessonName };
  enquire: { enquiry: EnquiryName; family: FamilyName; year: YearClass };
  'answer enquiry': { enquiry: EnquiryName };
  'invite enquiry': { enquiry: EnquiryName; lesson?: LessonName };
  'withdraw enquiry invitation': { enquiry: EnquiryName };
  'delete enquiry': { enquiry: EnquiryName };
  'ask for free lesson': { by: PersonName; year?: YearClass };
  /** One student each, with these credits. */
  import: { families: { family: FamilyName; credits: number }[]; invite: boolean; name: string };
  'undo import': { name: string };

  // The lesson room. A topic has one video and questions 'q1' to 'q3' with use 'before' and 'live'.
  'give topic': { lesson: LessonName; topic: string };
  ask: { lesson: LessonName; question: string };
  reveal: { lesson: LessonName; question: string };
  answer: { student: StudentName; lesson: LessonName; question: string; right: boolean };
  prepare: { student: StudentName; lesson: LessonName; question: string; right: boolean };
  practise: { student: StudentName; topic: string; question: string; right: boolean };
  'write letter': { lesson: LessonName; sentence?: string; state?: 'off' | 'planned' };

  // Bad luck. It changes nothing that is compared, except when a mail arrives.
  restart: object;
  upgrade: object;
  /**
   * The process dies during the next call that has an Idempotency-Key; the caller repeats it. It is
   * another process, killed by a signal, or else this one with a dead database.
   */
  kill: { afterCommit: boolean; really?: boolean };
  'mail away': { minutes: number };
  /** Calls that need the provider fail; its events come later. */
  'provider away': { minutes: number };
  /** The disk is full during the next call of a person, who tries again. */
  'disk full': object;
  /** The clock is wrong for a moment. */
  'clock jumps': { hours: 1 | -1 };
  /** What an outsider has bought in between is lost, but for the number of the invoice. */
  'backup and restore': { lostInvoice?: boolean };
}

export type ActKind = keyof Acts;
/** `at` is epoch milliseconds. */
export type ActOf<Kind extends ActKind> = { at: number; do: Kind } & Acts[Kind];
export type Act = { [Kind in ActKind]: ActOf<Kind> }[ActKind];

/**
 * An email that a person (or 'tutor') got that day: kind, and lessons as 'kind: lesson' where it is
 * about one. The kinds are those of section 7 of the rulings and of the features.
 */
export type EmailFact = string;

/** What is compared after each day. Everything is sorted and keyed, so that it prints well. */
export interface Observation {
  families: Record<FamilyName, FamilyView>;
  lessons: Record<LessonName, LessonView>;
  emails: Record<PersonName, EmailFact[]>;
  enquiries: Record<EnquiryName, string>;
  payments: Record<PaymentName, string>;
  /** By UK month '2026-09': pence paid and returned in it. */
  months: Record<string, { paid: number; returned: number }>;
}

export interface FamilyView {
  balance: number;
  /** 'booking -1 = 4', oldest first. */
  ledger: string[];
  attended: number;
  upcoming: number;
  /** Present people: 'f1.p1 confirmed', 'f1.p2'. */
  parents: string[];
  /**
   * 'f1.s1 year-10? sign-in may-book', 'finished' in place of a year, '-' without one. With '?', a
   * parent has yet to confirm it.
   */
  students: string[];
  freeLesson: 'available' | 'asked' | 'had';
  /** Sizes of the export's lists by part. */
  export: Record<string, number>;
  /** Invoice numbers in order. */
  invoices: string[];
}

export interface LessonView {
  start: string;
  spots: number;
  /** 'f1.s1', with ' absent', ' excused' or ' free' behind it; sorted. */
  booked: string[];
  /** In order of position. */
  waiting: StudentName[];
  reserved: number;
}
