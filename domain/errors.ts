// The error catalogue: every error code with its HTTP status and text for people.
import { type CatalogueEntry, generalErrors } from './general-errors.ts';

/** The codes that are answered with one HTTP status, each with its text for people. */
const answeredWith = <Code extends string>(status: number, texts: Record<Code, string>) =>
  Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [code, { status, text }]),
    // Every code of `texts` has its entry.
  ) as Readonly<Record<Code, CatalogueEntry>>;

export const errorCatalogue = {
  ...generalErrors,
  ...answeredWith(400, {
    invalid_signature: 'The signature does not match.',
    unsupported_event:
      'This is a thin event. Please create a Stripe webhook endpoint that sends snapshot events to this address.',
    invalid_reset_token: 'This link is no longer valid. Please ask for a new one.',
    too_many_rows: 'The file has too many rows. Please split it.',
    invalid_confirmation_token:
      'This link is no longer valid. Please ask for a new one under Account.',
    not_a_picture: 'This file is no picture that can be read. Please choose another one.',
  }),
  ...answeredWith(401, {
    invalid_credentials: 'Invalid credentials. Please try again.',
    two_factor_required: 'Enter the code from your authenticator app.',
    invalid_code: 'This code is not valid. Please try the next one.',
  }),
  ...answeredWith(402, {
    insufficient_credits:
      'You need at least 1 credit to book a lesson. Please purchase more credits.',
  }),
  ...answeredWith(403, {
    not_booked: 'Only students who are booked into this lesson can open the lesson room.',
  }),
  ...answeredWith(404, {
    topic_not_found: 'This topic no longer exists.',
    item_not_found: 'This part of the topic no longer exists.',
    asked_not_found: 'This question was not asked here.',
    attempt_not_found: 'This answer no longer exists.',
    lesson_not_found: 'This lesson no longer exists.',
    booking_not_found: 'Unable to find booking information.',
    student_not_found: 'This student no longer exists.',
    setup_not_found:
      'This address no longer works. If you have made your account, please sign in. Otherwise the server shows a new address in its terminal, or in the file setup-address of its data folder.',
    invitation_not_found:
      'This invitation is no longer valid. If you have used it, please sign in; otherwise ask for a new one.',
    join_link_not_found:
      'This link no longer leads into a lesson. The latest email about the booking says why, or has the new link.',
    excuse_not_found:
      'This link no longer works. The lesson has started, its booking has changed, or a newer email has another link.',
    payment_not_found: "We can't find this payment.",
    version_not_found: 'There is no such version of the site.',
  }),
  ...answeredWith(409, {
    room_closed:
      'Questions can be asked from 15 minutes before the lesson until 75 minutes after its start.',
    asked_before: 'This question has already been asked in this lesson.',
    question_closed: 'This question takes no more answers.',
    already_revealed: 'The answer to this question has already been shown.',
    no_more_rounds: 'A question has up to two rounds.',
    question_open: 'The tutor is asking this question now.',
    already_answered: 'This question has already been answered.',
    not_due: 'This question is not due for practice today.',
    no_tries_left: 'This question has no tries left.',
    already_marked: 'This answer has already been marked.',
    topic_in_use:
      'A lesson has this topic, or students have answered its questions. Please archive it instead.',
    topic_archived:
      'This topic is archived. Please choose another one, or restore it in the library.',
    too_many_items: 'A topic has up to 40 videos, questions and slides.',
    already_done: 'This link has been used already.',
    already_running: 'The payments are being compared already. The result will be here soon.',
    not_mendable:
      'This difference cannot be mended automatically. The page says what to do by hand.',
    undo_over: 'This can no longer be undone.',
    not_refundable: 'This payment cannot be refunded.',
    return_period_over:
      'The 14 days in which credits can be returned are over. Please write to the tutor.',
    email_taken: 'An account with this email already exists. Please sign in instead.',
    email_unconfirmed: 'Please confirm your email address first, by the link that we sent to it.',
    already_joined: 'This enquirer has joined already.',
    already_asked: 'You have asked for your free lesson. The tutor will answer by email.',
    free_lesson_used:
      'Your family has already used its free first lesson. Every further lesson takes 1 credit.',
    free_spots_taken:
      'The free spots of this lesson are taken. Please choose another lesson for your free first lesson.',
    not_offered:
      'The free first lesson cannot be booked directly. Please ask for it on your home page.',
    already_booked: 'You have already booked this lesson.',
    already_waiting: 'You are already on the waiting list for this lesson.',
    not_full: 'This lesson has a spot left. Please book it.',
    waiting_list_full: 'The waiting list of this lesson is full. Please try another lesson.',
    lesson_full: 'This lesson is fully booked. Please try another lesson.',
    reservations_full:
      'All spots of this lesson that can be reserved while you pay are taken. Please buy credits first, then book the lesson at once.',
    join_closed: 'A lesson can be joined from 15 minutes before its start until its end.',
    lesson_started: 'This lesson has already started.',
    lesson_not_started: 'This can be done once the lesson has started.',
    lesson_not_over: 'This can be done once the lesson is over.',
    letter_sent: 'The letter has been sent.',
    too_late_to_send: 'It is too late for a letter.',
    sentence_changed:
      'The sentence was saved in another tab or by somebody else meanwhile. Please read it; yours was neither saved nor sent.',
    too_late_to_cancel: 'Lessons can only be canceled more than 1 hour before the start time',
    too_many_students: 'A family can have up to 6 students.',
    student_exists: 'Your family has a student of this name already.',
    last_student: 'The last student of a family stays. To leave altogether, delete the account.',
    has_bookings: 'This student still has lessons booked ahead. Please cancel them first.',
    too_many_parents: 'A family can have up to 2 parents.',
    last_parent: 'The last parent of a family stays. To leave altogether, delete the account.',
    sign_in_exists: 'This student already has a sign-in.',
    settings_changed:
      'These settings were changed elsewhere meanwhile, so your change is not saved. Copy anything you have typed, then reload the page.',
    question_changed:
      'This question was changed elsewhere meanwhile, so yours is not saved. Copy what you have typed, then open the question again.',
    draft_changed:
      'The draft was saved in another tab or by somebody else meanwhile. Reload to see it.',
    below_booked: 'Max students cannot be lower than the number of students already booked.',
  }),
  ...answeredWith(500, {
    site_not_rendered:
      'The pages could not be made with these words. Nothing has changed; please try again.',
  }),
  ...answeredWith(502, {
    payment_provider_error: 'Failed to create checkout session. Please try again.',
  }),
  ...answeredWith(503, {
    not_ready: 'A part that the server needs is not in order.',
    payments_unavailable: 'Card payments are not available at the moment.',
  }),
};

export type ErrorCode = keyof typeof errorCatalogue;

/** The text of `insufficient_credits` when another student of the family waits without one. */
export const ONE_WAITS_WITHOUT_CREDIT =
  'Without a credit, one student of a family can wait for a lesson. Buy a credit to add another student.';

/** The text of `topic_in_use` when the topic of a lesson is changed. */
export const TOPIC_ASKED =
  'Questions of this topic were asked in the lesson, so its topic cannot be changed any more.';

/** The text of `lesson_started` for a late cancellation. */
export const CANCEL_AFTER_START =
  'Cancellation is no longer available because the lesson has started';

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/** The body of every failed call. */
export interface FailureBody {
  readonly success: false;
  readonly error: string;
  readonly code: ErrorCode;
  readonly details?: readonly FieldFault[];
}

interface RefusalOptions {
  message?: string;
  details?: readonly FieldFault[];
  /** Additional response headers, e.g. Retry-After. */
  headers?: Readonly<Record<string, string>>;
}

/** Thrown to refuse a request. The server's one error handler turns it into a FailureBody. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly FieldFault[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  /** `cause` is only logged. */
  constructor(code: ErrorCode, options: RefusalOptions = {}, cause?: unknown) {
    super(options.message ?? errorCatalogue[code].text, { cause });
    this.name = 'Refusal';
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/** A refusal of one field of the request. Without a message it uses the catalogue's text. */
export function fieldRefusal(
  field: string,
  code: ErrorCode,
  message: string = errorCatalogue[code].text,
): Refusal {
  return new Refusal(code, { message, details: [{ field, message }] });
}
