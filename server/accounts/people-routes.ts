// HTTP of a family's people: registration, students, parents and invitations.
import * as endpoints from '../../domain/endpoints.ts';
import { fieldRefusal } from '../../domain/errors.ts';
import { parentDetailsSchema } from '../../domain/people/family.ts';
import { requireConfirmed } from '../auth/confirmation.ts';
import type { Context } from '../engine/context.ts';
import { confirmPassword } from '../http/confirm-password.ts';
import { validationRefusal } from '../http/errors.ts';
import { EVERYWHERE, triesOf } from '../http/limits.ts';
import { type Api, mount } from '../http/mount.ts';
import { networkOf } from '../http/networks.ts';
import { readCredentials } from '../sessions/credentials.ts';
import { hasJustSignedIn } from '../sessions/sessions.ts';
import { type AccountListeners, findFeatureInvitation } from './listeners.ts';
import {
  acceptInvitation,
  findInvitation,
  invite,
  withdrawInvitation,
} from './people/invitations.ts';
import { removeParent } from './people/parents.ts';
import { readFamily } from './people/people.ts';
import { addStudent, removeSignIn, removeStudent, updateStudent } from './people/students.ts';
import { register } from './register.ts';

export function mountPeopleRoutes(api: Api, listeners: AccountListeners): void {
  mountRegistration(api, listeners);
  mountFamily(api, listeners);
  mountInvitations(api, listeners);
}

function mountRegistration(api: Api, listeners: AccountListeners): void {
  const { limits } = api;
  /** Throws invitation_not_found. */
  const requireSignUp = async (context: Context, token: string) => {
    const invitation = await findFeatureInvitation(listeners, context, token);
    if (invitation === null || !('signUp' in invitation))
      throw fieldRefusal('invite', 'invitation_not_found');
    // Only one of several simultaneous uses succeeds, but each of them has something hashed.
    await limits.countLogin(triesOf(invitation.tokenHash), EVERYWHERE);
    return invitation.signUp;
  };

  mount(api, endpoints.register, async ({ context, body, request }) => {
    const { invite: token, ...form } = body;
    const invitation = token === undefined ? null : await requireSignUp(context, token);
    return register(context, form, invitation, networkOf(request.ip), listeners);
  });
}

function mountFamily(api: Api, listeners: AccountListeners): void {
  const { database } = api;
  mount(api, endpoints.getFamily, async ({ context: { actor, now } }) => ({
    family: await readFamily(database.db, { familyId: actor.familyId, now }),
  }));
  mount(api, endpoints.addStudent, async ({ context, body }) => ({
    student: await addStudent(context, body),
  }));
  mount(api, endpoints.updateStudent, async ({ context, params, body }) => ({
    student: await updateStudent(context, params.id, body),
  }));
  mount(api, endpoints.removeStudent, async ({ context, params }) => {
    await removeStudent(context, params.id, listeners);
    return {};
  });
  mount(api, endpoints.removeSignIn, async ({ context, params }) => {
    await removeSignIn(context, params.id, listeners);
    return {};
  });
  mount(api, endpoints.removeParent, async ({ context, params, body, request }) => {
    const proven = await confirmPassword(api, context.actor, request.ip, body.current_password);
    await removeParent(context, proven, params.id, listeners);
    return {};
  });
}

function mountInvitations(api: Api, listeners: AccountListeners): void {
  const { database, limits } = api;
  mount(api, endpoints.invite, async ({ context, body, request }) => {
    const { current_password, ...invitation } = body;
    // The transaction checks this, too. Here it keeps a refused call from counting against the
    // invited address.
    await requireConfirmed(database.db, context.actor.id);
    const { actor } = context;
    const proven =
      current_password === undefined && (await hasJustSignedIn(context))
        ? { audience: actor.audience, ...(await readCredentials(database.db, actor)) }
        : await confirmPassword(api, actor, request.ip, current_password);
    return { invitation: await invite(context, proven, invitation) };
  });
  mount(api, endpoints.withdrawInvitation, async ({ context, params }) => {
    await withdrawInvitation(context, params.id);
    return {};
  });

  mount(api, endpoints.readInvitation, async ({ context, body }) => ({
    invitation: (
      (await findFeatureInvitation(listeners, context, body.token)) ??
      (await findInvitation(context, body.token))
    ).open,
  }));
  mount(api, endpoints.acceptInvitation, async ({ context, body }) => {
    const { token, ...corrected } = body;
    const other = await findFeatureInvitation(listeners, context, token);
    if (other !== null && 'accept' in other) {
      await limits.countLogin(triesOf(other.tokenHash), EVERYWHERE);
      return other.accept(context, corrected);
    }
    const invitation = await findInvitation(context, token);
    const parent = invitation.role === 'parent' ? parentDetailsSchema.safeParse(body) : null;
    if (parent?.success === false) throw validationRefusal(parent.error.issues);
    // Only one of several simultaneous uses succeeds, but each of them has a password hashed.
    await limits.countLogin(triesOf(invitation.tokenHash), EVERYWHERE);
    const details = { password: body.password, parent: parent?.data ?? null };
    return acceptInvitation(context, invitation, details);
  });
}
