// People who are signed in, and what they do through the API.
import type { Session } from '../../domain/auth/session.ts';
import type { AnswerOf, Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { LessonChanges } from '../../domain/lessons/lesson.ts';
import type { TutorCancellation } from '../../domain/lessons/tutor-booking.ts';
import type { FamilyActor } from '../sessions/sessions.ts';
import type { TestApp } from './app.ts';
import type { CallOptions, Client, ClientAnswer } from './client.ts';
import { readEmails } from './emails.ts';

interface Identity {
  readonly id: string;
  readonly email: string;
  readonly session: Session;
}

const studentIn = (studentId: string | undefined) =>
  studentId === undefined ? {} : { Student_ID: studentId };

/** Someone with a session. Calls that begin with `try` may be refused; the others must succeed. */
export type Caller = ReturnType<typeof makeCaller>;

/** `client` is where the calls go: the app itself, or one of several servers. */
export function makeCaller(api: TestApp, identity: Identity, client: Client = api) {
  const token = identity.session.access_token;

  const call = <E extends Endpoint>(
    endpoint: E,
    options?: CallOptions<E>,
  ): Promise<ClientAnswer<AnswerOf<E>>> => client.call(endpoint, { token, ...options });
  const either: Client['either'] = (endpoint, options) =>
    client.either(endpoint, { token, ...options });
  const refused: Client['refused'] = (endpoint, options) =>
    client.refused(endpoint, { token, ...options });

  /** Calls with any body, valid or not. */
  const send = (endpoint: Endpoint, options?: CallOptions<Endpoint>) =>
    client.either(endpoint, { token, ...options });

  const listLessons = async () => (await call(endpoints.listLessons)).body.lessons;
  const readProfile = async () => (await call(endpoints.getProfile)).body;
  return {
    ...identity,
    token,
    call,
    either,
    refused,
    send,
    /** This person as a caller of another server. */
    via: (other: Client) => makeCaller(api, identity, other),

    /** Books for one credit and returns the booking's id. */
    book: async (lessonId: string, studentId?: string) => {
      const body = { Lesson_ID: lessonId, ...studentIn(studentId) };
      return (await call(endpoints.bookLesson, { body })).body.booking.id;
    },
    tryToBook: (lessonId: string, studentId?: string) =>
      either(endpoints.bookLesson, { body: { Lesson_ID: lessonId, ...studentIn(studentId) } }),
    /** Books the family's free first lesson. */
    tryToBookFree: (lessonId: string, studentId?: string) =>
      either(endpoints.bookLesson, {
        body: { Lesson_ID: lessonId, free: true, ...studentIn(studentId) },
      }),
    tryToBookSeveral: (lessonIds: readonly string[], studentId?: string) =>
      either(endpoints.bookSeveral, {
        body: { Lesson_IDs: [...lessonIds], ...studentIn(studentId) },
      }),
    cancel: (bookingId: string) => call(endpoints.cancelBooking, { params: { bookingId } }),
    tryToCancel: (bookingId: string) => either(endpoints.cancelBooking, { params: { bookingId } }),
    tryToMove: (bookingId: string, lessonId: string) =>
      either(endpoints.moveBooking, { params: { bookingId }, body: { Lesson_ID: lessonId } }),
    /** Returns the position. */
    joinWaitingList: async (id: string, studentId?: string) => {
      const options = { params: { id }, body: studentIn(studentId) };
      return (await call(endpoints.joinWaitingList, options)).body.waiting.position;
    },
    tryToJoinWaitingList: (id: string, studentId?: string) =>
      either(endpoints.joinWaitingList, { params: { id }, body: studentIn(studentId) }),
    tryToLeaveWaitingList: (id: string, studentId?: string) =>
      either(endpoints.leaveWaitingList, { params: { id }, body: studentIn(studentId) }),

    /** The tutor's calls about a lesson. */
    updateLesson: (id: string, body: LessonChanges) =>
      call(endpoints.updateLesson, { params: { id }, body }),
    deleteLesson: (id: string) => call(endpoints.deleteLesson, { params: { id } }),

    /** The tutor's calls for a family. */
    tryToBookFor: (id: string, studentId: string, credit: 'take' | 'free' = 'take') =>
      either(endpoints.bookForFamily, { params: { id }, body: { Student_ID: studentId, credit } }),
    tryToCancelFor: (bookingId: string, body: TutorCancellation = { refund: true }) =>
      either(endpoints.cancelForFamily, { params: { bookingId }, body }),
    tryToMoveFor: (bookingId: string, lessonId: string, message?: string) =>
      either(endpoints.moveForFamily, {
        params: { bookingId },
        body: { Lesson_ID: lessonId, message },
      }),

    readProfile,
    readCredits: async () => (await readProfile()).user.Credits,
    /** The credit history, newest entry first. */
    readLedger: async () => (await call(endpoints.listCredits)).body.entries,
    readFamily: async () => (await call(endpoints.getFamily)).body.family,
    listLessons,
    /** One lesson as the caller sees it. */
    readLesson: async (id: string) => {
      const lesson = (await listLessons()).find((each) => each.id === id);
      if (lesson === undefined) throw new Error('The lesson is not in the list.');
      return lesson;
    },
    /** The queued emails to this person whose cause has this prefix, oldest first. */
    readEmails: (cause?: string) => readEmails(api, identity.email, cause),
  };
}

/** A family with one student and one parent, who is the caller. `id` is the family's. */
export type TestFamily = ReturnType<typeof makeFamilyCaller>;

export function makeFamilyCaller(
  api: TestApp,
  identity: Identity & { personId: string; studentId: string },
) {
  const actor: FamilyActor = {
    audience: 'family',
    id: identity.personId,
    familyId: identity.id,
    student: null,
    chain: '',
  };
  return {
    ...makeCaller(api, identity),
    personId: identity.personId,
    studentId: identity.studentId,
    /** The parent. */
    actor,
    /** The context of the parent's own operations, for the current time. */
    context: () => api.context(actor),
  };
}
