// What the device still stores of a family once its session has ended.
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useDeleteAccount } from '../family/account/data/page.tsx';
import { useRemoveParent } from '../family/account/family/family-people.tsx';
import { createQueryClient, forgetOnSignOut } from '../transport/query-client.ts';
import { clearSession } from '../transport/session.ts';
import { SIGN_UP_DRAFT } from '../transport/storage.ts';
import { done, fakeFetch, json, openBrowser, signIn } from '../transport/testing/browser.ts';
import { resultOf } from '../transport/testing/result-of.tsx';
import { dismissToasts } from '../ui/toast.ts';
import { useResetPassword } from '../visitor/reset-password/page.tsx';
import { rememberCheckout, rememberCourse, rememberStudent } from './remembered.ts';
import { useLogout } from './sign-out.ts';
import { writeUnsent } from './unsent-answers.ts';

const { stored } = openBrowser();

const SESSION = 'student-session';
/** Everything besides the session; the tab's own storage has the checkout and an unsent sign-up. */
const KEPT = ['checkout', 'course', 'last-students', 'sign-up', 'unsent-answers'];

let client: QueryClient;

beforeEach(() => {
  vi.stubGlobal('sessionStorage', localStorage);
  client = createQueryClient();
  signIn(3600);
  rememberCourse('gcse');
  rememberStudent('gcse', 'student-1');
  rememberCheckout('session-1');
  sessionStorage.setItem(SIGN_UP_DRAFT, '{}');
  const given = { lessonId: null, studentId: 'student-1', itemId: 'item-1', asked: null };
  const unsent = { key: 'key-1', hasFailed: true, refusal: null };
  writeUnsent([{ ...given, ...unsent, answer: 'Because.' }]);
});
afterEach(() => {
  client.clear();
  dismissToasts();
});

const keys = () => [...stored.keys()].toSorted();
const password = { current_password: 'correct horse' };

test.for([
  ['signing out', () => resultOf(client, () => useLogout('family')).mutateAsync()],
  ['deleting the account', () => resultOf(client, useDeleteAccount).mutateAsync(password)],
  [
    'leaving the family',
    () =>
      resultOf(client, () => useRemoveParent({ id: 'person-1', name: 'Pat' }, true)).mutateAsync(
        password,
      ),
  ],
] as const)('%s leaves nothing of the family on the device', async ([, end]) => {
  expect(keys()).toEqual([...KEPT, SESSION].toSorted());
  fakeFetch(json(200, done));
  await end();
  expect(keys()).toEqual([]);
});

test('a new password and an expiry leave the choices and answers to the same person', async () => {
  const stop = forgetOnSignOut(client, 'family');
  fakeFetch(json(200, { ...done, removed: null }));
  const body = { token: 'a'.repeat(43), password: 'battery staple' };
  await resultOf(client, () => useResetPassword('family')).mutateAsync(body);
  expect(keys()).toEqual(KEPT);
  signIn(3600);
  clearSession('family');
  expect(keys()).toEqual(KEPT);
  stop();
});
