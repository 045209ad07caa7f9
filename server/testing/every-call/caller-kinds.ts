// Every kind of caller of an endpoint, and two families with data to call about.
import type { Endpoint, Audience } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { DAY_MS } from '../../../domain/time.ts';
import { newId } from '../../base/ids.ts';
import { createPayment } from '../../payments/checkout/create-payment.ts';
import { attachSession } from '../../payments/payments.ts';
import type { TestApp } from '../app.ts';
import type { Caller, TestFamily } from '../caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  beginSession,
  joinTokenOf,
  makeAdmin,
  makeFamily,
  makeLesson,
  PASSWORD,
} from '../factories.ts';
import { excuseTokenOf } from '../lessons/excuses.ts';

/**
 * Two families and a tutor who can all sign in with PASSWORD. The data belongs to A's first
 * student.
 */
export interface Scene {
  readonly a: TestFamily;
  /** The other parent of A. */
  readonly partner: Caller;
  /** A's first student, and the second one with the right to book. */
  readonly student: Caller;
  readonly booker: Caller;
  /** The id of the second student, and of a third one without lessons or sign-in. */
  readonly sibling: string;
  readonly youngest: string;
  readonly invitation: string;
  readonly b: TestFamily;
  readonly admin: Caller;
  readonly lesson: string;
  readonly booking: string;
  /** The token of its join link. */
  readonly join_token: string;
  /** The token of the excuse link of its reminders. */
  readonly excuse_token: string;
  readonly checkout: string;
  /** The payment of the checkout. */
  readonly payment: string;
}

export async function makeScene(api: TestApp): Promise<Scene> {
  const [a, b] = [await makeFamily(api, 5), await makeFamily(api, 5)];
  const { id: lesson } = await makeLesson(api);
  const booking = await a.book(lesson);
  const price = { credits: 1, amount: 3000, currency: 'gbp' };
  const payment = await createPayment(a.context(), price);
  const checkout = `cs_test_${newId().replaceAll('-', '')}`;
  await attachSession(api.context(null), { paymentId: payment.id, sessionId: checkout });
  const partner = await addParent(api, a);
  const student = await addSignIn(api, a, a.studentId);
  const sibling = await addStudent(api, a);
  const booker = await addSignIn(api, a, sibling, true);
  const youngest = await addStudent(api, a);
  return {
    a,
    partner,
    student,
    booker,
    sibling,
    youngest,
    invitation: await inviteFor(a, youngest),
    b,
    admin: await makeAdmin(api),
    lesson,
    booking,
    join_token: await joinTokenOf(api, booking),
    excuse_token: await excuseTokenOf(api, booking),
    checkout,
    payment: payment.id,
  };
}

async function inviteFor(family: TestFamily, studentId: string): Promise<string> {
  const details = { email: `${newId()}@example.com`, current_password: PASSWORD };
  const body = { role: 'student', Student_ID: studentId, ...details } as const;
  return (await family.call(endpoints.invite, { body })).body.invitation.id;
}

const audienceOf = (endpoint: Endpoint): Audience =>
  endpoint.auth === 'admin' ? 'admin' : 'family';

/** An expired token of the endpoint's own audience. */
async function deadToken(
  api: TestApp,
  scene: Scene,
  endpoint: Endpoint,
  how: 'expired' | 'revoked',
): Promise<string> {
  const audience = audienceOf(endpoint);
  const owner = { audience, id: audience === 'admin' ? scene.admin.id : scene.b.personId };
  const begun = how === 'expired' ? api.clock.now - 31 * DAY_MS : api.clock.now;
  const { access_token } = await beginSession(api, owner, begun);
  const logout = audience === 'admin' ? endpoints.adminLogout : endpoints.logout;
  if (how === 'revoked') await api.call(logout, { token: access_token });
  return access_token;
}

export const callers = [
  'nobody',
  'garbage',
  'expired',
  'revoked',
  'parent A',
  'parent B',
  'admin',
  'second parent of A',
  'student of A',
  'student of A who may book',
] as const;
type CallerKind = (typeof callers)[number];

/** The token that the caller sends to this endpoint; undefined for none. */
export async function tokenOf(
  api: TestApp,
  caller: CallerKind,
  scene: Scene,
  endpoint: Endpoint,
): Promise<string | undefined> {
  if (caller === 'expired' || caller === 'revoked') return deadToken(api, scene, endpoint, caller);
  return {
    nobody: undefined,
    garbage: 'x'.repeat(43),
    'parent A': scene.a.token,
    'parent B': scene.b.token,
    admin: scene.admin.token,
    'second parent of A': scene.partner.token,
    'student of A': scene.student.token,
    'student of A who may book': scene.booker.token,
  }[caller];
}
