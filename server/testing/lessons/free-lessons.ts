// The steps from the enquiry to the free lesson, through the product's own calls.
import * as endpoints from '../../../domain/endpoints.ts';
import type { EnquiryForm } from '../../../domain/enquiries/enquiry.ts';
import { newId } from '../../base/ids.ts';
import type { TestApp } from '../app.ts';
import type { Caller, TestFamily } from '../caller.ts';
import { readEmails } from '../emails.ts';
import { makeFamily, PASSWORD } from '../factories.ts';

let serial = 0;

/** Emails to enquirers do not use a name that contains digits. */
const inLetters = (count: number) =>
  String(count).replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit)));

/** An enquirer with a unique address and phone number. */
export function enquirer(): EnquiryForm {
  serial += 1;
  return {
    name: `Enquirer ${inLetters(serial)}`,
    email: `${newId()}@example.com`,
    mobile: `07700${String(100_000 + serial)}`,
    year_class: 'year-12',
  };
}

/** A family with a unique phone number: with the same one it would count as the same family. */
export async function makeNewFamily(
  api: TestApp,
  options: { credits?: number; isConfirmed?: boolean } = {},
): Promise<TestFamily> {
  const { credits = 0, isConfirmed = true } = options;
  const family = await makeFamily(api, credits, { isConfirmed });
  await api.database.db
    .updateTable('people')
    .set({ phone: enquirer().mobile })
    .where('id', '=', family.personId)
    .execute();
  return family;
}

export async function makeNewFamilies(
  api: TestApp,
  count: number,
  options: Parameters<typeof makeNewFamily>[1] = {},
): Promise<TestFamily[]> {
  const families: TestFamily[] = [];
  for (let n = 0; n < count; n += 1) families.push(await makeNewFamily(api, options));
  return families;
}

/** Sends the enquiry. Returns it with its id. */
export async function enquire(api: TestApp, form: EnquiryForm = enquirer()) {
  await api.call(endpoints.registerInterest, { body: form });
  const { id } = await api.database.db
    .selectFrom('enquiries')
    .select('id')
    .where('email', '=', form.email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...form, id };
}

/** All enquiries, newest first, as the tutor sees them. */
export const listEnquiries = async ({ call }: Caller) =>
  (await call(endpoints.listEnquiries)).body.customers;

/** One enquiry as the tutor sees it; undefined if it was deleted. */
export const findEnquiry = async (tutor: Caller, id: string) =>
  (await listEnquiries(tutor)).find((enquiry) => enquiry.id === id);

export const changeEnquiry = async ({ call }: Caller, id: string, body: object) =>
  (await call(endpoints.updateEnquiry, { params: { id }, body })).body.customer;

export const deleteEnquiry = ({ call }: Caller, id: string) =>
  call(endpoints.deleteEnquiry, { params: { id } });

export const tryToInvite = (
  api: TestApp,
  admin: Pick<Caller, 'token'>,
  id: string,
  body: object = {},
) => api.either(endpoints.inviteEnquirer, { token: admin.token, params: { id }, body });

/** Invites an enquirer as the tutor. Returns the token of the link. */
export async function inviteEnquirer(
  api: TestApp,
  admin: Pick<Caller, 'token'>,
  enquiry: { id: string; email: string },
  body: object = {},
): Promise<string> {
  const answer = await tryToInvite(api, admin, enquiry.id, body);
  if (!answer.body.success) throw new Error(answer.body.error);
  return linkTo(api, enquiry.email);
}

/** The token of the latest link emailed to this address. */
export async function linkTo(api: TestApp, email: string): Promise<string> {
  const message = (await readEmails(api, email, 'enquiry-invitation:')).at(-1);
  const token = /#invite=([\w-]+)/.exec(message?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`No link was emailed to ${email}.`);
  return token;
}

/** A sign-up form, prefilled from the enquirer's link. */
export const formOf = ({ name, email, mobile }: EnquiryForm) => ({
  Parent_Name: name,
  Parent_Email: email,
  Parent_Phone_Number: mobile,
  Student_Name: 'Maya Enquirer',
  password: PASSWORD,
});

export const signUpWith = (
  api: TestApp,
  invite: string | undefined,
  form: ReturnType<typeof formOf>,
) =>
  api.either(endpoints.register, {
    body: { ...form, ...(invite === undefined ? {} : { invite }) },
  });

/** Signs in with PASSWORD. Returns the access token. */
export async function signIn(api: TestApp, email: string): Promise<string> {
  const { body } = await api.call(endpoints.login, { body: { email, password: PASSWORD } });
  return body.session.access_token;
}

/** The family's view of its free lesson and its credits. */
export async function freeLessonOf(api: TestApp, token: string) {
  const { body } = await api.call(endpoints.getProfile, { token });
  return {
    free_lesson: body.free_lesson,
    credits: body.user.Credits,
    booked: body.user.Lessons_Booked,
  };
}

/** Confirms the address, as if its owner had followed a link. */
export async function confirmAddress(api: TestApp, email: string): Promise<void> {
  await api.database.db
    .updateTable('people')
    .set({ email_confirmed_at: api.clock.now })
    .where('email', '=', email)
    .execute();
}

/** The id of the family's booking of a lesson; empty without one. */
export const bookingOf = async (family: TestFamily, lessonId: string): Promise<string> =>
  (await family.readLesson(lessonId)).bookingId ?? '';
