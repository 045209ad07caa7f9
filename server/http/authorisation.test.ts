// Authorisation: every endpoint tried by every kind of caller. An endpoint missing from the table
// fails.
import { expect } from 'vitest';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { SAMPLE_CONTENT as content } from '../../domain/testing/content.ts';
import { newId } from '../base/ids.ts';
import type { TestApp } from '../testing/app.ts';
import { toRequest } from '../testing/client.ts';
import { callers, makeScene, type Scene, tokenOf } from '../testing/every-call/caller-kinds.ts';
import { lessonForm, makeLesson, PASSWORD, signUpForm } from '../testing/factories.ts';
import { APP_URL } from '../testing/sender.ts';
import { sharedTest as test } from '../testing/test.ts';

/** The only lesson of a week without lessons of any scene. */
const ALONE = { Date: '2026-12-26' } as const;

interface Row {
  /** The status for each of `callers`, in that order. */
  readonly gets: readonly number[];
  readonly body?: (scene: Scene) => unknown;
  readonly params?: (scene: Scene) => Record<string, string>;
  readonly query?: Record<string, string>;
  /** Sent instead of a body. */
  readonly file?: string;
}

const anybody = (status: number) => callers.map(() => status);
const STRANGERS = [401, 401, 401, 401] as const;
/** A's parents may access their family's data; B requests A's data. Students only where given. */
const families = (own: number, others = own, students: readonly [number, number] = [403, 403]) =>
  [...STRANGERS, own, others, 403, own, ...students] as const;
const everybodyOfAFamily = (status: number) => families(status, status, [status, status]);
const tutor = (status: number) => [...STRANGERS, 403, 403, status, 403, 403, 403] as const;

const signingIn = ({ email }: { email: string }) => ({ email, password: PASSWORD });
const unknownLink = () => ({ token: 'unknown', password: PASSWORD });
const ofAStudent = ({ a }: Scene) => ({ Student_ID: a.studentId });
const ownLesson = ({ lesson }: Scene) => ({ id: lesson });
const ownBooking = ({ booking }: Scene) => ({ bookingId: booking });
const ownStudent = ({ a }: Scene) => ({ id: a.id });
const theJoinLink = ({ join_token }: Scene) => ({ token: join_token });
const theExcuseLink = ({ excuse_token }: Scene) => ({ token: excuse_token });
const ann = { name: 'Ann', email: 'ann@example.com' };
const nothing = () => ({ id: newId() });
const noItem = () => ({ id: newId(), itemId: newId() });
const aTopic = { name: 'Waves', course: 'gcse' };
const confirmed = () => ({ current_password: PASSWORD });
const newPassword = () => ({ current_password: PASSWORD, password: `${PASSWORD}!` });

const table: Record<keyof typeof endpoints, Row> = {
  registerInterest: {
    gets: anybody(201),
    body: () => ({ ...ann, mobile: '07700900123', year_class: 'year-10' }),
  },
  setUp: { gets: anybody(404), body: () => ({ ...ann, ...unknownLink() }) },
  adminLogin: { gets: anybody(200), body: ({ admin }) => signingIn(admin) },
  adminLogout: { gets: [401, 200, 200, 200, 403, 403, 200, 403, 403, 403] },
  adminRefresh: {
    // A refresh token renews once; the second use of it ends the chain.
    gets: [200, ...callers.slice(1).map(() => 401)],
    body: ({ admin }) => ({ refresh_token: admin.session.refresh_token }),
  },
  adminForgotPassword: { gets: anybody(200), body: ({ admin }) => ({ email: admin.email }) },
  adminResetPassword: { gets: anybody(400), body: unknownLink },
  adminVerify: { gets: tutor(200) },
  listEnquiries: { gets: tutor(200) },
  listCaught: { gets: tutor(200) },
  restoreCaught: { gets: tutor(404), params: nothing },
  inviteEnquirer: { gets: tutor(404), params: nothing, body: () => ({}) },
  withdrawEnquiryInvitation: { gets: tutor(404), params: nothing },
  getFunnel: { gets: tutor(200) },
  getFigures: { gets: tutor(200) },
  getSettings: { gets: tutor(200) },
  updateSettings: { gets: tutor(200), body: () => ({ invite_automatically: false }) },
  previewEmail: { gets: tutor(200), body: () => ({}) },
  sendTestEmail: { gets: tutor(200) },
  getSite: { gets: tutor(200) },
  getFirstSteps: { gets: tutor(200) },
  saveSiteDraft: { gets: tutor(409), body: () => ({ content, revision: 99 }) },
  publishSite: { gets: tutor(409), body: () => ({ revision: 99 }) },
  listSiteVersions: { gets: tutor(200) },
  getSiteVersion: { gets: tutor(200), params: () => ({ n: '0' }) },
  restoreSiteVersion: { gets: tutor(404), params: () => ({ n: '99' }), body: () => ({}) },
  // The app under test has no build that could render.
  previewSite: { gets: tutor(500), body: () => ({ content, page: '/' }) },
  listAdminLessons: { gets: tutor(200) },
  createLesson: { gets: tutor(201), body: () => lessonForm },
  updateLesson: { gets: tutor(200), params: ownLesson, body: () => ({ lesson_notes: 'New' }) },
  deleteLesson: { gets: tutor(200), params: ownLesson },
  listAdminBookings: { gets: tutor(200) },
  register: { gets: anybody(201), body: signUpForm },
  login: { gets: anybody(200), body: ({ a }) => signingIn(a) },
  logout: { gets: [401, 200, 200, 200, 200, 200, 403, 200, 200, 200] },
  refresh: {
    gets: [200, ...callers.slice(1).map(() => 401)],
    body: ({ a }) => ({ refresh_token: a.session.refresh_token }),
  },
  forgotPassword: { gets: anybody(200), body: ({ a }) => ({ email: a.email }) },
  resetPassword: { gets: anybody(400), body: unknownLink },
  confirmEmail: { gets: anybody(400), body: () => ({ token: 'unknown' }) },
  sendConfirmation: { gets: families(200) },
  verify: { gets: everybodyOfAFamily(200) },
  getProfile: { gets: everybodyOfAFamily(200) },
  updateProfile: { gets: families(200), body: () => ({ Student_Name: 'Ada' }) },
  // Both families have bought credits.
  askForFreeLesson: { gets: families(409), body: () => ({}) },
  changePassword: { gets: everybodyOfAFamily(200), body: newPassword },
  listCredits: { gets: families(200) },
  listPayments: { gets: families(200) },
  // Payments are switched off.
  returnPayment: {
    gets: families(503, 404),
    params: ({ payment }) => ({ id: payment }),
    body: () => ({ credits: 1 }),
  },
  getInvoice: { gets: families(200, 404), params: ({ payment }) => ({ id: payment }) },
  exportData: { gets: families(200) },
  // Only for the owner.
  deleteAccount: { gets: [401, 401, 401, 401, 200, 200, 403, 403, 403, 403], body: confirmed },
  listLessons: { gets: everybodyOfAFamily(200) },
  listAttended: { gets: everybodyOfAFamily(200) },
  watchLessons: { gets: everybodyOfAFamily(200) },
  // Of A's students one has the lesson already; B has no such student; the one who may book does it
  // for nobody else.
  bookLesson: {
    gets: families(409, 400, [403, 400]),
    body: ({ a, lesson }) => ({ Lesson_ID: lesson, Student_ID: a.studentId }),
  },
  bookSeveral: {
    gets: families(409, 400, [403, 400]),
    body: ({ a, lesson }) => ({ Lesson_IDs: [lesson], Student_ID: a.studentId }),
  },
  // Moves it to its own lesson.
  moveBooking: {
    gets: families(409, 404, [403, 404]),
    params: ownBooking,
    body: ({ lesson }) => ({ Lesson_ID: lesson }),
  },
  cancelBooking: { gets: families(200, 404, [403, 404]), params: ownBooking },
  joinWaitingList: {
    gets: families(409, 400, [403, 400]),
    params: ownLesson,
    body: ofAStudent,
  },
  leaveWaitingList: {
    gets: families(200, 400, [403, 400]),
    params: ownLesson,
    body: ofAStudent,
  },
  getFamily: { gets: families(200) },
  addStudent: { gets: families(201), body: () => ({ Student_Name: 'Ada', year_class: 'year-10' }) },
  updateStudent: {
    gets: families(200, 404),
    params: ({ a }) => ({ id: a.studentId }),
    body: () => ({ may_book: true }),
  },
  removeStudent: { gets: families(200, 404), params: ({ youngest }) => ({ id: youngest }) },
  removeSignIn: { gets: families(200, 404), params: ({ sibling }) => ({ id: sibling }) },
  invite: {
    gets: families(201, 400),
    body: ({ youngest }) => ({
      role: 'student',
      email: `${newId()}@example.com`,
      Student_ID: youngest,
      ...confirmed(),
    }),
  },
  withdrawInvitation: {
    gets: families(200, 404),
    params: ({ invitation }) => ({ id: invitation }),
  },
  removeParent: {
    gets: families(200, 404),
    params: ({ partner }) => ({ id: partner.id }),
    body: confirmed,
  },
  readInvitation: { gets: anybody(404), body: () => ({ token: 'unknown' }) },
  acceptInvitation: { gets: anybody(404), body: unknownLink },
  // Card payments are switched off here; only authorised callers are told so.
  createCheckout: { gets: families(503), body: () => ({ credits_quantity: 1 }) },
  listNextLessons: { gets: anybody(200) },
  listProducts: { gets: anybody(200) },
  cancelCheckout: {
    gets: families(503, 404),
    params: ({ checkout }) => ({ session_id: checkout }),
  },
  getPayment: { gets: families(200, 404), params: ({ checkout }) => ({ session_id: checkout }) },
  getCalendar: { gets: everybodyOfAFamily(200) },
  renewCalendar: { gets: everybodyOfAFamily(201) },
  endCalendar: { gets: everybodyOfAFamily(200) },
  getAdminCalendar: { gets: tutor(200) },
  renewAdminCalendar: { gets: tutor(201) },
  endAdminCalendar: { gets: tutor(200) },
  // Only the key in the path counts, whoever has it.
  readJoinLink: { gets: anybody(200), params: theJoinLink },
  joinLesson: { gets: anybody(409), params: theJoinLink },
  readExcuse: { gets: anybody(200), params: theExcuseLink },
  // Its student signs in without the right to book, so the link cancels for nobody.
  excuseStudent: { gets: anybody(403), params: theExcuseLink, body: () => ({ do: 'cancel' }) },
  // There is nothing to undo.
  undoExcuse: { gets: anybody(200), params: theExcuseLink },
  // It has not been rotated.
  findCurrentLink: { gets: families(404, 404, [404, 404]), params: theJoinLink },
  stripeWebhook: { gets: anybody(503), body: () => ({}) },
  health: { gets: anybody(200) },
  ready: { gets: anybody(200) },
  updateEnquiry: { gets: tutor(404), params: nothing, body: () => ({ note: 'Called' }) },
  deleteEnquiry: { gets: tutor(404), params: nothing },
  reportExport: { gets: tutor(200), body: () => ({ rows: 3 }) },
  repeatLesson: { gets: tutor(201), body: () => ({ ...lessonForm, weeks: 2 }) },
  planTerm: { gets: tutor(201), body: () => ({ lessons: [lessonForm] }) },
  copyWeek: { gets: tutor(201), body: () => ({ from: ALONE.Date, to: '2027-05-01' }) },
  bookForFamily: {
    gets: tutor(409),
    params: ownLesson,
    body: (scene) => ({ ...ofAStudent(scene), credit: 'free' }),
  },
  cancelForFamily: { gets: tutor(200), params: ownBooking, body: () => ({ refund: true }) },
  moveForFamily: {
    gets: tutor(409),
    params: ownBooking,
    body: ({ lesson }) => ({ Lesson_ID: lesson }),
  },
  countClashes: {
    gets: tutor(200),
    params: ownLesson,
    query: { Date: '2026-11-21', Time: '09:00:00' },
  },
  readStudentDay: {
    gets: tutor(200),
    params: ({ a }) => ({ id: a.studentId }),
    query: { date: '2026-11-21' },
  },
  markAttendance: { gets: tutor(409), params: ownBooking, body: () => ({ absent: true }) },
  listTopics: { gets: tutor(200) },
  createTopic: { gets: tutor(201), body: () => aTopic },
  getTopic: { gets: tutor(404), params: nothing },
  updateTopic: { gets: tutor(404), params: nothing, body: () => aTopic },
  duplicateTopic: { gets: tutor(404), params: nothing },
  deleteTopic: { gets: tutor(404), params: nothing },
  createItem: {
    gets: tutor(404),
    params: nothing,
    body: () => ({ kind: 'slides', title: 'Slides', address: 'https://example.com/' }),
  },
  updateItem: { gets: tutor(404), params: noItem, body: () => ({}) },
  deleteItem: { gets: tutor(404), params: noItem },
  orderItems: { gets: tutor(404), params: nothing, body: () => ({ Item_IDs: [] }) },
  askQuestion: { gets: tutor(404), params: ownLesson, body: () => ({ Item_ID: newId() }) },
  changeAsked: {
    gets: tutor(404),
    params: ({ lesson }) => ({ id: lesson, askedId: newId() }),
    body: () => ({ state: 'closed' }),
  },
  changeLetter: { gets: tutor(409), params: ownLesson, body: () => ({ state: 'sent' }) },
  previewLetter: {
    gets: tutor(404),
    params: ownLesson,
    body: () => ({ sentence: '', Student_ID: newId() }),
  },
  // A has several students, and names none; B's student has not booked.
  previewQuestion: { gets: tutor(400), body: () => ({}) },
  getTutorRoom: { gets: tutor(200), params: ownLesson },
  watchTutorRoom: { gets: tutor(200), params: ownLesson },
  watchRoom: { gets: families(400, 403, [200, 403]), params: ownLesson },
  getRoom: { gets: families(400, 403, [200, 403]), params: ownLesson },
  // A's first student has booked; the lesson has no topic. B has no such student, and the one who
  // may book does nothing for others.
  tickItem: {
    gets: families(404, 400, [404, 400]),
    params: ({ lesson }) => ({ id: lesson, itemId: newId() }),
    body: (scene) => ({ ...ofAStudent(scene), done: true }),
  },
  giveAttempt: {
    gets: families(404, 400, [404, 400]),
    params: ownLesson,
    body: (scene) => ({ ...ofAStudent(scene), Item_ID: newId(), answer: '1' }),
  },
  answerAsked: {
    gets: families(404, 400, [404, 400]),
    params: ownLesson,
    body: (scene) => ({ ...ofAStudent(scene), Asked_ID: newId(), round: 1, answer: '1' }),
  },
  tickPoints: { gets: everybodyOfAFamily(404), params: nothing, body: () => ({ points: [] }) },
  getPractice: { gets: families(400, 200, [200, 200]) },
  getPracticeTopic: { gets: families(400, 404, [404, 404]), params: nothing },
  practise: {
    gets: families(404, 400, [404, 400]),
    body: (scene) => ({ ...ofAStudent(scene), Item_ID: newId(), answer: '1' }),
  },
  listFamilies: { gets: tutor(200) },
  getFamilyRecord: { gets: tutor(200), params: ownStudent },
  adjustCredits: {
    gets: tutor(200),
    params: ownStudent,
    body: () => ({ amount: 1, reason: 'A gift' }),
  },
  // Of another type: no process is started for it.
  uploadPicture: { gets: tutor(415), file: 'Name,Email' },
  previewImport: { gets: tutor(200), file: 'Name,Email' },
  importFamilies: { gets: tutor(201), query: { invite: 'false' }, file: 'Name,Email' },
  undoImport: { gets: tutor(404), params: nothing },
  listAdminPayments: { gets: tutor(200) },
  getBooks: { gets: tutor(200) },
  exportBooks: { gets: tutor(200) },
  refundPayment: { gets: tutor(404), params: nothing, body: () => ({ credits: 1 }) },
  resendReceipt: { gets: tutor(404), params: nothing },
  getFamilyInvoice: { gets: tutor(200), params: ({ payment }) => ({ id: payment }) },
  startReconciliation: { gets: tutor(503), body: () => ({}) },
  getReconciliation: { gets: tutor(200) },
  mendDifference: { gets: tutor(404), params: nothing },
  listActivities: { gets: tutor(200) },
  listUndeliveredEmails: { gets: tutor(200) },
  sendEmailAgain: { gets: tutor(404), params: nothing },
  dismissEmail: { gets: tutor(404), params: nothing },
  changeAdminPassword: { gets: tutor(200), body: newPassword },
  getTwoFactor: { gets: tutor(200) },
  setUpTwoFactor: { gets: tutor(200), body: confirmed },
  enableTwoFactor: { gets: tutor(400), body: () => ({ code: '000000' }) },
  disableTwoFactor: { gets: tutor(200), body: () => ({ ...confirmed(), code: '000000' }) },
};

async function statusOf(
  api: TestApp,
  endpoint: Endpoint,
  row: Row,
  scene: Scene,
  token: string | undefined,
): Promise<number> {
  const params = row.params?.(scene);
  const body = row.body?.(scene);
  const { method, url, headers, payload } = toRequest(endpoint, {
    token,
    ...(params === undefined ? {} : { params }),
    ...(body === undefined ? {} : { body }),
    ...(row.query === undefined ? {} : { query: row.query }),
    ...(row.file === undefined ? {} : { file: row.file }),
  });
  const answer = await api.app.inject({
    method,
    url,
    headers: { ...headers, origin: APP_URL },
    ...(payload === undefined ? {} : { payload }),
    payloadAsStream: true,
  });
  answer.stream().destroy();
  return answer.statusCode;
}

const all: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints);

test.for(all)('allows %s only for its callers', async ([name, endpoint], { api }) => {
  if (endpoint === endpoints.copyWeek) await makeLesson(api, ALONE);
  const row = Object.entries(table).find(([known]) => known === name)?.[1];
  if (row === undefined) expect.unreachable(`say in the table who may call ${name}`);
  const got: Record<string, number> = {};
  let scene = await makeScene(api);
  for (const caller of callers) {
    const token = await tokenOf(api, caller, scene, endpoint);
    got[caller] = await statusOf(api, endpoint, row, scene, token);
    // Undoes the changes of one caller for the next.
    if (endpoint.auth === 'family' && got[caller] < 300) scene = await makeScene(api);
  }
  expect(got).toEqual(
    Object.fromEntries(callers.map((caller, index) => [caller, row.gets[index]])),
  );
});

test.for([
  ['Bearer', false],
  ['Basic YTpi', false],
  ['bearer', true],
  ['BEARER ', true],
] as const)(
  'accepts the header "%s" and a token only from a bearer',
  async ([scheme, hasToken], { api, family }) => {
    const authorization = hasToken ? `${scheme} ${family.token}` : scheme;
    const answer = await api.either(endpoints.verify, { headers: { authorization } });
    expect(answer.status).toBe(hasToken ? 200 : 401);
    if (!hasToken) expect(answer.headers['www-authenticate']).toBe('Bearer');
  },
);

test('ignores a token in the URL or in a cookie', async ({ api, family: { token } }) => {
  for (const request of [
    { url: `/api/users/profile?access_token=${token}` },
    { url: '/api/users/profile', headers: { cookie: `access_token=${token}` } },
    { url: '/api/users/profile', headers: { authorization: token } },
  ])
    expect((await api.app.inject({ method: 'GET', ...request })).statusCode).toBe(401);
});
