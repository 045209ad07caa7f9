// The people of a family: how they sign up and in, change their family and leave it.
import * as endpoints from '../../domain/endpoints.ts';
import type { TestApp } from './app.ts';
import { type Caller, makeCaller, type TestFamily } from './caller.ts';
import { tokenTo } from './emails.ts';
import { PASSWORD, signUpForm } from './factories.ts';

/** The caller's own details and counts. */
export const profileOf = async (api: TestApp, { token }: Pick<Caller, 'token'>) =>
  (await api.call(endpoints.getProfile, { token })).body;

/** Signs in. The caller's `id` is the family's. */
export async function signInAs(api: TestApp, email: string, password = PASSWORD): Promise<Caller> {
  const { user, session } = (await api.call(endpoints.login, { body: { email, password } })).body;
  return makeCaller(api, { id: user.id, email, session });
}

/** Signs up with the form and these changes, and signs in. */
export async function signUp(api: TestApp, changes: Partial<ReturnType<typeof signUpForm>> = {}) {
  const form = { ...signUpForm(), ...changes };
  await api.call(endpoints.register, { body: form });
  return { form, ...(await signInAs(api, form.Parent_Email, form.password)) };
}

/** 200 while the caller's session lasts, then 401. */
export const sessionStatus = async ({ either }: Caller) => (await either(endpoints.verify)).status;

/** The subjects of the caller's emails whose cause has this prefix, oldest first. */
export const subjectsTo = async ({ readEmails }: Pick<Caller, 'readEmails'>, cause?: string) =>
  (await readEmails(cause)).map(({ subject }) => subject);

export const updateProfile = ({ call }: Caller, body: object) =>
  call(endpoints.updateProfile, { body });

/** Asks for another address, which the emailed link confirms. */
export const askForAddress = (person: Caller, Parent_Email: string) =>
  updateProfile(person, { Parent_Email, current_password: PASSWORD });

export async function changeAddress(api: TestApp, person: Caller, email: string) {
  await askForAddress(person, email);
  await api.call(endpoints.confirmEmail, { body: { token: await tokenTo(api, email) } });
}

export const tryToRemoveParent = ({ either }: Caller, id: string, current_password = PASSWORD) =>
  either(endpoints.removeParent, { params: { id }, body: { current_password } });

export const updateStudent = ({ call }: Caller, id: string, body: object) =>
  call(endpoints.updateStudent, { params: { id }, body });

export const tryToRemoveStudent = ({ either }: Caller, id: string) =>
  either(endpoints.removeStudent, { params: { id } });

/** The emailed link to choose a new password, as its token. */
export async function askForReset(api: TestApp, { email }: Pick<Caller, 'email'>): Promise<string> {
  await api.call(endpoints.forgotPassword, { body: { email } });
  return tokenTo(api, email);
}

/** Deletes the account; the call may be refused. */
export const tryToLeave = ({ either }: Caller) =>
  either(endpoints.deleteAccount, { body: { current_password: PASSWORD } });

/** Deletes the account. */
export const leave = ({ call }: Pick<TestFamily, 'call'>) =>
  call(endpoints.deleteAccount, { body: { current_password: PASSWORD } });
