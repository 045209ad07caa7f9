// Every page, opened twice on a phone: the second time its scripts come from the cache, and arrive
// before the page is there.
import * as endpoints from '../../domain/endpoints.ts';
import { paths, roomPath, tutorRoomPath } from '../../domain/paths.ts';
import { DEMO_STUDENT } from '../../sandbox/seed.ts';
import { call } from '../api.ts';
import { test } from './test.ts';

test('opens the pages of visitors', async ({ phone }) => {
  await phone.openTwice(paths.home);
  await phone.openTwice(paths.signUp);
  await phone.openTwice(paths.signIn);
  await phone.openTwice(paths.forgotPassword);
  await phone.openTwice(paths.terms);
  await phone.openTwice(paths.privacy);
  await phone.openTwice(paths.adminLogin);
  await phone.openTwice('/nowhere');
});

test('opens the pages of families', async ({ phone, host, request }) => {
  const { email, password } = DEMO_STUDENT;
  const body = { email, password };
  await phone.signIn('student-session', await call(request, endpoints.login, { body }));
  await phone.openTwice(paths.familyHome);
  await phone.openTwice(paths.account);
  await phone.openTwice(paths.accountFamily);
  await phone.openTwice(paths.accountPayments);
  await phone.openTwice(paths.accountCalendar);
  await phone.openTwice(paths.accountSignIn);
  await phone.openTwice(paths.accountData);
  await phone.openTwice(paths.practice);
  for (const room of Object.values(host.rooms)) await phone.openTwice(roomPath(room));
});

test('opens the pages of the tutor', async ({ phone, host, tutor }) => {
  await phone.signIn('admin-session', await tutor.startSession());
  await phone.openTwice(paths.adminLive);
  await phone.openTwice(paths.adminDashboard);
  await phone.openTwice(paths.adminPlanner);
  await phone.openTwice(paths.bookedLessons);
  await phone.openTwice(paths.adminFamilies);
  await phone.openTwice(paths.adminImport);
  await phone.openTwice(paths.adminPayments);
  await phone.openTwice(paths.adminTopics);
  await phone.openTwice(tutorRoomPath(host.rooms.live));
  await phone.openTwice(paths.adminFigures);
  await phone.openTwice(paths.adminActivity);
  await phone.openTwice(paths.adminAccount);
  await phone.openTwice(paths.adminAccountBusiness);
  await phone.openTwice(paths.adminAccountEnquiries);
  await phone.openTwice(paths.adminAccountEmails);
  await phone.openTwice(paths.adminAccountChats);
  await phone.openTwice(paths.adminAccountCalendar);
  await phone.openTwice(paths.adminAccountSignIn);
  await phone.openTwice(paths.adminSite);
});
