// Invitations in tests: sent, read, accepted and withdrawn as people do it.
import * as endpoints from '../../../domain/endpoints.ts';
import { newId } from '../../base/ids.ts';
import type { TestApp } from '../app.ts';
import type { Caller } from '../caller.ts';
import { tokenTo } from '../emails.ts';
import { PASSWORD } from '../factories.ts';

/** An unused address. */
export const newEmail = () => `${newId()}@example.com`;

export interface InvitationContent {
  readonly role?: 'parent' | 'student';
  readonly email?: string;
  readonly Student_ID?: string;
  readonly current_password?: string | undefined;
}

/** Invites a second parent by default; the call may be refused. */
export const tryToInvite = (
  api: TestApp,
  { token }: Pick<Caller, 'token'>,
  content: InvitationContent = {},
) =>
  api.either(endpoints.invite, {
    token,
    body: { role: 'parent', email: newEmail(), current_password: PASSWORD, ...content },
  });

/**
 * Invites a second parent by default; the call must succeed. Returns the invitation and the token
 * of its link.
 */
export async function invite(
  api: TestApp,
  holder: Pick<Caller, 'token'>,
  content: InvitationContent = {},
) {
  const { body } = await tryToInvite(api, holder, content);
  if (!body.success) throw new Error(body.error);
  return { ...body.invitation, token: await tokenTo(api, body.invitation.email) };
}

const details = {
  Parent_Name: 'Robin Second',
  Parent_Phone_Number: '07700900999',
  password: PASSWORD,
};

/** Accepts the invitation, with the details of a parent by default. */
export const accept = (api: TestApp, token: string, body: object = details) =>
  api.either(endpoints.acceptInvitation, { body: { ...details, ...body, token } });

export const read = (api: TestApp, token: string) =>
  api.either(endpoints.readInvitation, { body: { token } });

export const withdraw = (api: TestApp, { token }: Pick<Caller, 'token'>, id: string) =>
  api.either(endpoints.withdrawInvitation, { token, params: { id } });

/** The answer to a link that is no longer valid. */
export const DEAD = {
  code: 'invitation_not_found',
  error:
    'This invitation is no longer valid. If you have used it, please sign in; otherwise ask for a new one.',
};
