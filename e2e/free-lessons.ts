// From the enquiry to the invitation, through the API and the emails, as on the pages.
import { type APIRequestContext, expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import type { EnquiryForm } from '../domain/enquiry.ts';
import { paths } from '../domain/paths.ts';
import { call } from './api.ts';
import { uniquePhone, uniqueWord } from './checks.ts';
import type { Demo } from './demo.ts';
import { PASSWORD, signInTutor } from './journey.ts';

export interface Enquirer extends EnquiryForm {
  readonly id: string;
}

/** An enquiry with an address and a phone number that nobody else has. */
export function enquiryForm(changes: Partial<EnquiryForm> = {}): EnquiryForm {
  const word = uniqueWord();
  // Only a plain name stands in an email to an address that nobody has confirmed.
  const surname = word.replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
  return {
    name: `Charlotte ${surname}`,
    email: `${word}@example.com`,
    mobile: uniquePhone(),
    year_class: 'year-12',
    ...changes,
  };
}

/** Registers interest. */
export async function enquire(
  request: APIRequestContext,
  changes: Partial<EnquiryForm> = {},
): Promise<Enquirer> {
  const form = enquiryForm(changes);
  await call(request, endpoints.registerInterest, { body: form });
  const { session } = await signInTutor(request);
  const { customers } = await call(request, endpoints.listEnquiries, {
    token: session.access_token,
  });
  const id =
    customers.find(({ email, name }) => email === form.email && name === form.name)?.id ?? '';
  return { ...form, id };
}

/**
 * Sends the tutor's invitation and returns the link of its email: the page's path with the token in
 * the fragment.
 */
export async function inviteToFreeLesson(
  request: APIRequestContext,
  demo: Demo,
  { id, email }: Enquirer,
  lessonId?: string,
): Promise<string> {
  const { session } = await signInTutor(request);
  await call(request, endpoints.inviteEnquirer, {
    token: session.access_token,
    params: { id },
    body: lessonId === undefined ? {} : { Lesson_ID: lessonId },
  });
  return inviteLink(demo, email);
}

export async function withdrawInvitation(
  request: APIRequestContext,
  { id }: Enquirer,
): Promise<void> {
  const { session } = await signInTutor(request);
  await call(request, endpoints.withdrawEnquiryInvitation, {
    token: session.access_token,
    params: { id },
  });
}

/** The link in the only invitation to this address, once it has been sent. */
export async function inviteLink(demo: Demo, email: string): Promise<string> {
  const links = async () =>
    (await demo.emails(email)).flatMap(
      (text) => new RegExp(`${paths.signUp}#invite=[\\w-]+`).exec(text) ?? [],
    );
  await expect.poll(links).not.toEqual([]);
  return (await links())[0] ?? '';
}

/** Fills in what an invitation leaves open, and submits the form. */
export async function finishSignUp(page: Page, student = 'Maya Enquirer'): Promise<void> {
  await page.getByLabel("Student's name").fill(student);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

/** Signs in on the page that follows a sign-up. */
export async function finishSignIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** The sign-up page's text about the free lesson. */
export const offer = (page: Page, name = 'Your first lesson is free') =>
  page.getByRole('region', { name });
export const gone = (page: Page) => offer(page, 'This invitation is no longer valid');
export const credits = (page: Page) =>
  page.locator('dl').filter({ hasText: 'Credits Remaining' }).locator('dd');
