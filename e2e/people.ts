// More people for a family, created through the API and the emails, as on the pages.
import type { APIRequestContext, Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import type { FamilyRole } from '../domain/people.ts';
import type { NewStudent, Student } from '../domain/student.ts';
import { call } from './api.ts';
import { uniqueWord } from './checks.ts';
import type { Demo } from './demo.ts';
import { emailedLink, type Family, PASSWORD } from './journey.ts';

/** Adds a student. */
export async function addStudent(
  request: APIRequestContext,
  { session }: Family,
  changes: Partial<NewStudent> = {},
): Promise<Student> {
  const { student } = await call(request, endpoints.addStudent, {
    token: session.access_token,
    body: { Student_Name: `Sam ${uniqueWord()}`, year_class: 'year-12', ...changes },
  });
  return student;
}

interface Invited {
  readonly email: string;
  /** The link of the email: the page's path with the token in the fragment. */
  readonly link: string;
}

/**
 * Follows the link in the welcome email, which a family needs before it can invite; following it
 * again is harmless.
 */
export async function confirmFamily(
  request: APIRequestContext,
  demo: Demo,
  { form }: Pick<Family, 'form'>,
): Promise<void> {
  const link = await emailedLink(demo, form.Parent_Email, paths.confirmEmail);
  await call(request, endpoints.confirmEmail, {
    body: { token: link.slice(link.indexOf('#') + 1) },
  });
}

/** Invites somebody at an address that nobody else has. */
export async function invite(
  request: APIRequestContext,
  demo: Demo,
  family: Family,
  invitation: { readonly role: FamilyRole; readonly Student_ID?: string },
): Promise<Invited> {
  await confirmFamily(request, demo, family);
  const email = `${invitation.role}-${uniqueWord()}@example.com`;
  await call(request, endpoints.invite, {
    token: family.session.access_token,
    body: { ...invitation, email, current_password: PASSWORD },
  });
  return { email, link: await emailedLink(demo, email, paths.invitation) };
}

/** Invites somebody who accepts at once; returns their session. */
export async function letIn(
  request: APIRequestContext,
  demo: Demo,
  family: Family,
  invitation: { readonly role: FamilyRole; readonly Student_ID?: string },
) {
  const { email, link } = await invite(request, demo, family, invitation);
  const token = link.slice(link.indexOf('#') + 1);
  const parent = { Parent_Name: 'Alex Journey', Parent_Phone_Number: '07700900457' };
  await call(request, endpoints.acceptInvitation, {
    body: { token, password: PASSWORD, ...(invitation.role === 'parent' ? parent : {}) },
  });
  const { user, session } = await call(request, endpoints.login, {
    body: { email, password: PASSWORD },
  });
  return { email, user, session };
}

/** The parents or the students on the account page. */
export const group = (page: Page, name: 'Parents' | 'Students') =>
  page.getByRole('region', { name });
/** A person or an invitation, by its text. */
export const person = (page: Page, words: string) =>
  page
    .getByRole('region', { name: /^(Parents|Students)$/ })
    .getByRole('listitem')
    .filter({ hasText: words });
