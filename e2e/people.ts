// The people of a journey: what they do through the API, and the pages that they open.
import type { APIRequestContext, Page } from '@playwright/test';

import type { Session } from '../domain/auth/session.ts';
import type { Endpoint } from '../domain/endpoint.ts';
import * as endpoints from '../domain/endpoints.ts';
import type { ErrorCode } from '../domain/errors.ts';
import type { NewLesson } from '../domain/lessons/lesson.ts';
import { paths } from '../domain/paths.ts';
import type { FamilyUser } from '../domain/people/account.ts';
import type { FamilyRole } from '../domain/people/family.ts';
import type { SignUpForm } from '../domain/people/sign-up.ts';
import type { NewStudent, StudentChanges } from '../domain/people/student-rules.ts';
import type { Student } from '../domain/people/student.ts';
import { addDays, HOUR_MS, MINUTE_MS, ukDate, ukTime } from '../domain/time.ts';
import { DEMO_ADMIN } from '../sandbox/seed.ts';
import { call, type CallOptions, expectRefusal } from './api.ts';
import { uniqueWord } from './checks.ts';
import type { Demo } from './demo.ts';
import { emailedLink, PASSWORD, storeSession, visit } from './journey.ts';
import { openLesson } from './pages/lesson-dialog.ts';

/** The demo of a test, and its own page. */
export interface Place {
  readonly demo: Demo;
  readonly page: Page;
  readonly request: APIRequestContext;
}

type Has<Key extends string> = Readonly<Record<Key, string>>;

export type Family = ReturnType<typeof makeFamily>;
export type Tutor = ReturnType<typeof makeTutor>;

const tokenOf = (link: string) => link.slice(link.indexOf('#') + 1);

/** A signed-in parent or student. */
function makeMember(place: Place, identity: { user: FamilyUser; session: Session }) {
  const { request } = place;
  const token = identity.session.access_token;
  const callAs = <E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}) =>
    call(request, endpoint, { token, ...options });

  /** Signs in on this page; `expires_at` replaces the expiry that the device stores. */
  const signIn = (on = place.page, expires_at?: number) =>
    storeSession(on, 'student-session', identity, expires_at);
  const readLessons = async (query?: { from: string; to: string }) =>
    (await callAs(endpoints.listLessons, query === undefined ? {} : { query })).lessons;

  return {
    ...identity,
    call: callAs,
    expectRefusal: <E extends Endpoint>(code: ErrorCode, endpoint: E, options: CallOptions<E>) =>
      expectRefusal(request, code, endpoint, { token, ...options }),
    signIn,
    open: async (path: string, on = place.page) => {
      await signIn(on);
      await visit(on, path);
    },
    /** Opens the lesson's dialog. */
    openLesson: async (lesson: Has<'Date' | 'Lesson_Name'>, on = place.page) => {
      await signIn(on);
      return openLesson(on, lesson);
    },
    readLessons,
    /** The path of the lesson's join link. */
    readJoinLink: async ({ id }: Has<'id'>) =>
      (await readLessons()).find((lesson) => lesson.id === id)?.join_link ?? '',
    readProfile: () => callAs(endpoints.getProfile),
  };
}

export function makeFamily(
  place: Place,
  form: SignUpForm,
  identity: { user: FamilyUser; session: Session },
) {
  const { demo, request } = place;
  const parent = makeMember(place, identity);
  const email = form.Parent_Email;
  const firstStudentId = identity.user.students[0]?.id ?? '';

  /** Follows the link in the welcome email, which invitations need; again, it is harmless. */
  const confirm = async (): Promise<void> => {
    const token = tokenOf(await emailedLink(demo, email, paths.confirmEmail));
    await call(request, endpoints.confirmEmail, { body: { token } });
  };

  /** Invites somebody at an address that nobody else has; the link is the one of the email. */
  const invite = async (role: FamilyRole, studentId?: string) => {
    await confirm();
    const invited = `${role}-${uniqueWord()}@example.com`;
    const student = studentId === undefined ? {} : { Student_ID: studentId };
    await parent.call(endpoints.invite, {
      body: { role, ...student, email: invited, current_password: PASSWORD },
    });
    return { email: invited, link: await emailedLink(demo, invited, paths.invitation) };
  };

  return {
    ...parent,
    form,
    email,
    /** The first student's. */
    studentId: firstStudentId,
    confirm,
    invite,

    /** Invites somebody who accepts at once. */
    letIn: async (role: FamilyRole, studentId?: string) => {
      const invited = await invite(role, studentId);
      await acceptInvitation(
        request,
        invited.link,
        role === 'parent'
          ? { Parent_Name: 'Alex Journey', Parent_Phone_Number: '07700900457' }
          : {},
      );
      const body = { email: invited.email, password: PASSWORD };
      const member = makeMember(place, await call(request, endpoints.login, { body }));
      return { ...member, email: invited.email };
    },
    /** Starts another session. */
    signInAgain: async () => {
      const body = { email, password: form.password };
      return makeMember(place, await call(request, endpoints.login, { body }));
    },

    addStudent: async (changes: Partial<NewStudent> = {}): Promise<Student> => {
      const body = {
        Student_Name: `Sam ${uniqueWord()}`,
        year_class: 'year-12',
        ...changes,
      } as const;
      return (await parent.call(endpoints.addStudent, { body })).student;
    },
    /** Changes the first student. */
    changeStudent: (body: StudentChanges) =>
      parent.call(endpoints.updateStudent, { params: { id: firstStudentId }, body }),

    /** Books a lesson, for one student if the family has several; returns the booking's id. */
    book: async ({ id: lessonId }: Has<'id'>, studentId?: string): Promise<string> => {
      const body = {
        Lesson_ID: lessonId,
        ...(studentId === undefined ? {} : { Student_ID: studentId }),
      };
      return (await parent.call(endpoints.bookLesson, { body })).booking.id;
    },
    cancel: (bookingId: string) => parent.call(endpoints.cancelBooking, { params: { bookingId } }),
    joinWaitingList: ({ id }: Has<'id'>) =>
      parent.call(endpoints.joinWaitingList, { params: { id }, body: {} }),
    leaveWaitingList: ({ id }: Has<'id'>) =>
      parent.call(endpoints.leaveWaitingList, { params: { id }, body: {} }),
    readCredits: async () => (await parent.readProfile()).stats.creditsRemaining,
  };
}

/** Accepts the invitation of this link, with a new password. */
export const acceptInvitation = (
  request: APIRequestContext,
  link: string,
  parent: { Parent_Name?: string; Parent_Phone_Number?: string } = {},
) =>
  call(request, endpoints.acceptInvitation, {
    body: { token: tokenOf(link), password: PASSWORD, ...parent },
  });

/** The tutor, whose pages get sessions of their own, which they may end. */
export function makeTutor(place: Place) {
  const { request, demo } = place;
  const { email, password } = DEMO_ADMIN;
  const startSession = () => call(request, endpoints.adminLogin, { body: { email, password } });
  let started: ReturnType<typeof startSession> | undefined;

  const callAs = async <E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}) => {
    started ??= startSession();
    const { session } = await started;
    return call(request, endpoint, { token: session.access_token, ...options });
  };
  /** `expires_at` replaces the expiry that the device stores. */
  const signIn = async (expires_at?: number) =>
    storeSession(place.page, 'admin-session', await startSession(), expires_at);
  const changeLesson = async ({ id }: Has<'id'>, body: Partial<NewLesson>) => {
    const changed = await callAs(endpoints.updateLesson, { params: { id }, body });
    // Until its move is settled, a lesson counts by its earlier start, too.
    if (body.Date !== undefined) await demo.settle();
    return changed;
  };
  const readLessons = async (from: string, to: string) =>
    (await callAs(endpoints.listAdminLessons, { query: { from, to } })).lessons;
  const deleteLesson = ({ id }: Has<'id'>) => callAs(endpoints.deleteLesson, { params: { id } });

  return {
    call: callAs,
    startSession,
    signIn,
    open: async (path: string) => {
      await signIn();
      await visit(place.page, path);
    },
    giveCredits: ({ user }: { user: Has<'id'> }, amount: number) =>
      callAs(endpoints.adjustCredits, {
        params: { id: user.id },
        body: { amount, reason: 'For a journey' },
      }),
    changeLesson,
    /** Moves the lesson's start to this many minutes from now; a negative number is in the past. */
    startLessonIn: (lesson: Has<'id'>, minutes: number) => {
      const start = Date.now() + minutes * MINUTE_MS;
      return changeLesson(lesson, { Date: ukDate(start), Time: `${ukTime(start)}:00` });
    },
    readLessons,
    deleteLesson,
    /** Deletes what starts within two hours, which one tap would not book at once. */
    deleteNearLessons: async () => {
      const [now, today] = [Date.now(), ukDate(Date.now())];
      for (const lesson of await readLessons(today, addDays(today, 1))) {
        const startsIn = Date.parse(lesson.starts_at) - now;
        if (startsIn > 0 && startsIn < 2 * HOUR_MS) await deleteLesson(lesson);
      }
    },
  };
}
