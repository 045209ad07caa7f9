// What families do and the tutor does for them, for the test that watches the statements of all
// calls.

import * as endpoints from '../../../domain/endpoints.ts';
import { deleteExpired } from '../../auth/feature.ts';
import { transact } from '../../engine/context.ts';
import { withdrawUnconfirmed } from '../../enquiries/unconfirmed-grants.ts';
import { listeners } from '../../features.ts';
import { deleteUnusedFamilies } from '../../imports/undo-import.ts';
import { deleteExpiredExcuseLinks } from '../../lessons/excuses/excuse-links.ts';
import { updateLesson } from '../../lessons/planner/change-lesson.ts';
import { endStartedWaitingLists } from '../../lessons/waiting-list/join-waiting-list.ts';
import { queueWaitingNotices } from '../../lessons/waiting-list/waiting-notices.ts';
import { createDeletion } from '../../retention/feature.ts';
import { linkFor } from '../accounts/accounts.ts';
import { fileOf, importFile, inviteNow, rowOf, undo } from '../accounts/imports.ts';
import { newEmail } from '../accounts/invitations.ts';
import type { TestApp } from '../app.ts';
import type { Caller, TestFamily } from '../caller.ts';
import { confirmAddress, tokenTo } from '../emails.ts';
import {
  addParent,
  addSignIn,
  adminOf,
  lessonForm,
  makeFamily,
  makeLesson,
  PASSWORD,
} from '../factories.ts';
import { readText, subscribe } from '../lessons/calendars.ts';
import { excuseTokenOf } from '../lessons/excuses.ts';
import {
  confirmAddress as confirmFree,
  enquire,
  formOf,
  inviteEnquirer,
  makeNewFamily,
  signUpWith,
} from '../lessons/free-lessons.ts';

const withId = (id: string) => ({ params: { id } });

/** Calendar feeds: created, shown, fetched, fetched after a change and ended. */
export async function useCalendars(api: TestApp, family: TestFamily, tutor: Caller): Promise<void> {
  for (const who of [family, await addSignIn(api, family, family.studentId), tutor]) {
    const isTutor = who === tutor;
    const address = await subscribe(api, { ...who, isTutor });
    await readText(api, address);
    await readText(api, address);
    await who.call(isTutor ? endpoints.getAdminCalendar : endpoints.getCalendar);
    await who.call(isTutor ? endpoints.endAdminCalendar : endpoints.endCalendar);
  }
}

/** A parent who forgets the password, and one who follows another confirmation link. */
export async function useConfirmations(api: TestApp): Promise<void> {
  const family = await makeFamily(api, 0, { isConfirmed: false });
  await addSignIn(api, family, family.studentId);
  await addParent(api, family);
  const token = await linkFor(api, 'family', family.email);
  await api.call(endpoints.resetPassword, { body: { token, password: PASSWORD } });
  await confirmAddress(api, await makeFamily(api, 0, { isConfirmed: false }));
  await deleteExpired(api.context(null));
  await transact(api.context(null), deleteExpiredExcuseLinks);
}

/** Uses excuse links: each act, and its undo. */
export async function useExcuses(api: TestApp, family: TestFamily): Promise<void> {
  const lesson = await makeLesson(api, { Date: '2026-11-28' });
  const { id } = await makeLesson(api, { Date: '2026-11-29' });
  const params = { token: await excuseTokenOf(api, await family.book(lesson.id)) };
  for (const body of [{ do: 'tell' }, { do: 'cancel' }, { do: 'move', Lesson_ID: id }] as const) {
    await api.call(endpoints.readExcuse, { params });
    await api.call(endpoints.excuseStudent, { params, body });
    await api.call(endpoints.undoExcuse, { params });
  }
}

/** Invitations of the tutor, automatic ones, a sign-up with a link, and enquiries of families. */
export async function useInvitations(api: TestApp, tutor: Caller): Promise<void> {
  await tutor.call(endpoints.updateSettings, { body: { invite_automatically: true } });
  const enquiry = await enquire(api);
  const link = await inviteEnquirer(api, tutor, enquiry);
  await api.call(endpoints.readInvitation, { body: { token: link } });
  await signUpWith(api, link, formOf(enquiry));
  const asking = await makeFamily(api);
  await asking.call(endpoints.askForFreeLesson, { body: { year_class: 'year-10' } });
  const other = await enquire(api);
  await tutor.call(endpoints.withdrawEnquiryInvitation, withId(other.id));
  const invite = await inviteEnquirer(api, tutor, other);
  await (await makeFamily(api)).call(endpoints.askForFreeLesson, { body: { invite } });
  await tutor.call(endpoints.getFunnel);
}

/** A free first lesson that is booked, withdrawn, and booked again by a confirmed address. */
export async function useFreeLesson(api: TestApp): Promise<void> {
  const { id } = await makeLesson(api, { Date: '2026-11-27' });
  const family = await makeNewFamily(api, { isConfirmed: false });
  await family.tryToBookFree(id);
  await family.listLessons();
  const later = { ...api.context(null), now: api.clock.now + 25 * 3_600_000 };
  await withdrawUnconfirmed(later);
  await confirmFree(api, family.email);
  await family.tryToBookFree(id);
}

/** Bookings that the tutor makes, moves and cancels for a family. */
export async function useTutorBookings(
  api: TestApp,
  family: TestFamily,
  tutor: Caller,
): Promise<void> {
  const lessons = [await makeLesson(api), await makeLesson(api)];
  const [from = '', to = ''] = lessons.map(({ id }) => id);
  const body = { Student_ID: family.studentId, credit: 'free' } as const;
  const { booking } = (await tutor.call(endpoints.bookForFamily, { ...withId(from), body })).body;
  await tutor.refused(endpoints.bookForFamily, { ...withId(from), body });
  const query = { date: lessonForm.Date };
  const { Date: Day, Time } = lessonForm;
  await tutor.call(endpoints.countClashes, { ...withId(from), query: { Date: Day, Time } });
  await tutor.call(endpoints.readStudentDay, { ...withId(family.studentId), query });
  const bookingId = { params: { bookingId: booking.id } };
  const moved = await tutor.call(endpoints.moveForFamily, {
    ...bookingId,
    body: { Lesson_ID: to },
  });
  const cancelled = { params: { bookingId: moved.body.booking.id }, body: { refund: true } };
  await tutor.call(endpoints.cancelForFamily, cancelled);
}

/** An import that is accepted, undone and removed as unused. */
export async function useImports(api: TestApp, tutor: Caller): Promise<void> {
  const [email, unused] = [newEmail(), newEmail()];
  const file = fileOf([rowOf({ email }), rowOf({ email: unused })]);
  const { id } = await importFile(tutor, file, { invite: true });
  await inviteNow(api);
  const body = { token: await tokenTo(api, email), password: PASSWORD };
  await api.call(endpoints.readInvitation, { body });
  await api.call(endpoints.acceptInvitation, { body });
  await undo(tutor, id);
  await deleteUnusedFamilies({ ...api.context(null), now: api.clock.now + 366 * 86_400_000 });
  // The undone import has left families behind.
  await createDeletion(listeners)({
    ...api.context(null),
    now: api.clock.now + 8 * 366 * 86_400_000,
  });
}

/** A waiting list that is joined, left, moved, promoted, opened to all, ended and swept. */
export async function useWaitingList(api: TestApp, who: TestFamily, tutor: Caller): Promise<void> {
  const { id } = await makeLesson(api, { Max_Students: 1 });
  await who.book(id);
  const last = await makeFamily(api);
  for (const { call } of [await makeFamily(api), await makeFamily(api, 1), last])
    await call(endpoints.joinWaitingList, { ...withId(id), body: {} });
  await last.listLessons();
  await last.call(endpoints.exportData);
  await last.call(endpoints.leaveWaitingList, { ...withId(id), body: {} });
  for (const body of [{ Time: '11:00:00' }, { Max_Students: 2 }])
    await tutor.call(endpoints.updateLesson, { ...withId(id), body });
  await queueWaitingNotices(api.context(null));
  const late = { ...api.context(adminOf(tutor)), now: Date.parse('2026-11-21T10:00:00Z') };
  await updateLesson(late, id, { Max_Students: 3 });
  await queueWaitingNotices(late);
  await endStartedWaitingLists({ ...late, now: Date.parse('2026-11-21T11:00:00Z') });
  await tutor.call(endpoints.deleteLesson, withId(id));
}
