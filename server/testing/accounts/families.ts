// The people of a family: how they sign up and in, change their family and leave it.
import * as endpoints from '../../../domain/endpoints.ts';
import type { TestApp } from '../app.ts';
import { type Caller, makeCaller, makeFamilyCaller, type TestFamily } from '../caller.ts';
import { tokenTo } from '../emails.ts';
import { PASSWORD, signUpForm } from '../factories.ts';

/** Signs in. The caller's `id` is the family's. */
export async function signInAs(api: TestApp, email: string, password = PASSWORD): Promise<Caller> {
  const { user, session } = (await api.call(endpoints.login, { body: { email, password } })).body;
  return makeCaller(api, { id: user.id, email, session });
}

/** Sends the sign-up form with these changes and signs in; the address is not confirmed. */
export async function signUp(api: TestApp, changes: Partial<ReturnType<typeof signUpForm>> = {}) {
  const form = { ...signUpForm(), ...changes };
  const { Parent_Email: email, password } = form;
  await api.call(endpoints.register, { body: form });
  const { user, session } = (await api.call(endpoints.login, { body: { email, password } })).body;
  const { id: personId } = await api.database.db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const studentId = user.students[0]?.id ?? '';
  const family = makeFamilyCaller(api, { id: user.id, personId, studentId, email, session });
  return { ...family, form };
}

/** 200 while the caller's session lasts, then 401. */
export const sessionStatus = async ({ either }: Caller) => (await either(endpoints.verify)).status;

/** The subjects of the caller's emails whose cause has this prefix, oldest first. */
export const subjectsTo = async ({ readEmails }: Pick<Caller, 'readEmails'>, cause?: string) =>
  (await readEmails(cause)).map(({ subject }) => subject);

export const updateProfile = ({ call }: Caller, body: object) =>
  call(endpoints.updateProfile, { body });

/** Requests another email address; returns the token of the link that confirms it. */
export async function requestEmail(api: TestApp, person: Caller, email: string): Promise<string> {
  await updateProfile(person, { Parent_Email: email, current_password: PASSWORD });
  return tokenTo(api, email);
}

/** Requests another email address and confirms it. */
export async function changeEmail(api: TestApp, person: Caller, email: string) {
  const token = await requestEmail(api, person, email);
  await api.call(endpoints.confirmEmail, { body: { token } });
}

export const tryToRemoveParent = ({ either }: Caller, id: string, current_password = PASSWORD) =>
  either(endpoints.removeParent, { params: { id }, body: { current_password } });

export const updateStudent = ({ call }: Caller, id: string, body: object) =>
  call(endpoints.updateStudent, { params: { id }, body });

export const tryToRemoveStudent = ({ either }: Caller, id: string) =>
  either(endpoints.removeStudent, { params: { id } });

/** Deletes the account; the call may be refused. */
export const tryToLeave = ({ either }: Pick<Caller, 'either'>) =>
  either(endpoints.deleteAccount, { body: { current_password: PASSWORD } });

/** Deletes the account. */
export const leave = ({ call }: Pick<TestFamily, 'call'>) =>
  call(endpoints.deleteAccount, { body: { current_password: PASSWORD } });
