// Signing up with a dead link to the free first lesson, on a slow or broken connection, or without
// a link.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { call } from './api.ts';
import { expectReadable } from './checks.ts';
import {
  credits,
  enquire,
  finishSignIn,
  finishSignUp,
  gone,
  inviteToFreeLesson,
  offer,
  withdrawInvitation,
} from './free-lessons.ts';
import { createFamily, signInAs, toast, visit } from './journey.ts';
import { addStudent, letIn } from './people.ts';
import { signUp } from './sign-up.ts';
import { test } from './test.ts';

test(
  'says that a link was withdrawn, and how to go on without it',
  { tag: '@phone' },
  async ({ page, request, demo }, info) => {
    const enquirer = await enquire(request);
    const link = await inviteToFreeLesson(request, demo, enquirer);
    await withdrawInvitation(request, enquirer);
    await visit(page, link);
    await expect(gone(page)).toContainText('go on without it');
    await expect(gone(page).getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('withdrawn.png'), fullPage: true });
    const { name: Parent_Name, email: Parent_Email, mobile: Parent_Phone_Number } = enquirer;
    const rest = { Student_Name: 'Maya Enquirer', password: 'quantum-leap-7' };
    await signUp(page, { Parent_Name, Parent_Email, Parent_Phone_Number, ...rest });
    await finishSignIn(page);
    await expect(page).toHaveURL(paths.userHome);
    await expect(credits(page)).toHaveText('0');
  },
);

test(
  'redeems the free lesson for a signed-in parent, and tells a student to ask one',
  { tag: '@phone' },
  async ({ page, request, demo }) => {
    const link = await inviteToFreeLesson(request, demo, await enquire(request));
    const family = await createFamily(request);
    await signInAs(page, family);
    await visit(page, link);
    await expect(page).toHaveURL(paths.userHome);
    await expect(toast(page, 'Free Lesson')).toContainText('is in your account');
    await expect(credits(page)).toHaveText('1');
    await expectReadable(page);

    const { id: Student_ID } = await addStudent(request, family);
    await signInAs(page, await letIn(request, demo, family, { role: 'student', Student_ID }));
    await visit(page, link);
    await expect(toast(page, 'You Have an Account')).not.toContainText('free');
  },
);

test(
  'creates nothing when the link dies meanwhile, and keeps what was typed',
  { tag: '@phone' },
  async ({ page, request, demo }) => {
    const enquirer = await enquire(request);
    await visit(page, await inviteToFreeLesson(request, demo, enquirer));
    await expect(page.getByLabel("Parent's name")).toHaveValue(enquirer.name);
    await withdrawInvitation(request, enquirer);
    await finishSignUp(page);
    await expect(gone(page).getByRole('heading')).toBeFocused();
    await expect(page.getByLabel("Student's name")).toHaveValue('Maya Enquirer');
    await expectReadable(page);
    // The second attempt goes on without the link.
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(toast(page, 'Registration Successful!')).toBeVisible();
    await finishSignIn(page);
    await expect(credits(page)).toHaveText('0');
  },
);

test(
  'leads an address with an account to signing in, and then to the free lesson',
  { tag: '@desktop' },
  async ({ page, request, demo }, info) => {
    const enquirer = await enquire(request);
    const link = await inviteToFreeLesson(request, demo, enquirer);
    const { form } = await createFamily(request, { Parent_Email: enquirer.email });
    await visit(page, link);
    await finishSignUp(page);
    await expect(page.getByLabel("Parent's email")).toHaveAccessibleDescription(/already exists/);
    await expect(page.getByText('sign in and your free lesson is there')).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('taken.png'), fullPage: true });
    const token = link.slice(link.indexOf('=') + 1);
    await call(request, endpoints.readInvitation, { body: { token } });
    await page.getByRole('button', { name: 'Sign in to your account' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(form.Parent_Email);
    await finishSignIn(page);
    await expect(page).toHaveURL(paths.userHome);
    await expect(toast(page, 'Free Lesson')).toContainText('is in your account');
    await expect(credits(page)).toHaveText('1');
  },
);

test(
  'delays nobody on a slow connection, and keeps what was typed meanwhile',
  { tag: '@phone' },
  async ({ page, request, demo }) => {
    const enquirer = await enquire(request);
    const link = await inviteToFreeLesson(request, demo, enquirer);
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
    await page.route(`**${endpoints.readInvitation.path}`, async (route) => {
      await mayCome;
      await route.continue();
    });
    await visit(page, link);
    await expect(offer(page).getByText('Loading your invitation')).toBeVisible();
    await page.getByLabel("Parent's name").fill('Charlie Typed');
    letCome();
    await expect(page.getByLabel("Parent's email")).toHaveValue(enquirer.email);
    await expect(page.getByLabel("Parent's name")).toHaveValue('Charlie Typed');
  },
);

test(
  'offers to try again when an invitation fails to load, and redeems it anyway',
  { tag: '@desktop' },
  async ({ page, request, demo }) => {
    const enquirer = await enquire(request);
    const link = await inviteToFreeLesson(request, demo, enquirer);
    const read = `**${endpoints.readInvitation.path}`;
    const typeAsParent = async () => {
      await page.getByLabel("Parent's name").fill('Charlie Typed');
      await page.getByLabel("Parent's email").fill(enquirer.email);
      await page.getByLabel("Parent's phone number").fill(enquirer.mobile);
    };
    await page.route(read, (route) =>
      route.fulfill({ status: 429, json: { success: false, code: 'rate_limited' } }),
    );
    await visit(page, link);
    await expect(offer(page)).toContainText('could not be loaded');
    await expectReadable(page);
    await typeAsParent();
    await page.unroute(read);
    await offer(page).getByRole('button', { name: 'Try again' }).click();
    await expect(offer(page)).toContainText('The credit for it is in your account');
    await expect(page.getByLabel("Parent's name")).toHaveValue('Charlie Typed');
    await page.route(read, (route) => route.abort());
    await page.reload();
    await typeAsParent();
    await finishSignUp(page);
    await expect(toast(page, 'Registration Successful!')).toContainText(
      'The credit for your free first lesson',
    );
  },
);

test(
  'says without an invitation that the first lesson is free, and how to get it',
  { tag: '@phone' },
  async ({ page }) => {
    await visit(page, paths.signUp);
    await expect(offer(page)).toContainText(
      'sign up, then ask for your free lesson on your home page',
    );
    // Half of a link is as dead as a withdrawn one.
    for (const half of [`${paths.signUp}#invite=`, `${paths.signUp}#invite=half`]) {
      await page.goto('about:blank');
      await visit(page, half);
      await expect(gone(page)).toBeVisible();
    }
  },
);
