// HTTP of a family's own account: details, password, credits, data and leaving.
import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { listEntries } from '../credits/history.ts';
import { type Api, mount } from '../http/mount.ts';
import { historyWindow } from '../lessons/uk-clock.ts';
import {
  changeProfile,
  collectFamilyData,
  deleteStudent,
  readCredentials,
  setPassword,
} from './family-store.ts';
import { checkPassword } from './passwords.ts';

export function familyRoutes(api: Api): void {
  const { db, clock, limits } = api;

  /** Throws validation_failed for a wrong password; a stolen session cannot try more of them than a stranger can. */
  async function requirePassword(id: string, password: string | undefined, address: string): Promise<void> {
    const account = `password of ${id}`;
    await limits.countLogin(account, address);
    const { password_hash } = await readCredentials(db, id);
    if (password === undefined || !(await checkPassword(password, password_hash))) {
      const message =
        password === undefined ? 'Enter your current password' : 'The current password is not correct';
      throw new Refusal('validation_failed', { message, details: [{ field: 'current_password', message }] });
    }
    await limits.forgetLogins(account, address);
  }

  mount(api, endpoints.updateProfile, async ({ actor, body, request }) => {
    const { parent_email } = await readCredentials(db, actor.id);
    if (body.Parent_Email !== undefined && body.Parent_Email !== parent_email)
      await requirePassword(actor.id, body.current_password, request.ip);
    return { user: await changeProfile(db, clock(), actor.id, body) };
  });

  mount(api, endpoints.changePassword, async ({ actor, body, request }) => {
    await requirePassword(actor.id, body.current_password, request.ip);
    await setPassword(db, clock(), actor.id, actor.chain, body.password);
    return {};
  });

  mount(api, endpoints.listCredits, async ({ actor, query }) => ({
    entries: await listEntries(db, actor.id, historyWindow(query, clock())),
  }));

  mount(api, endpoints.exportData, async ({ actor }) => ({
    data: await collectFamilyData(db, clock(), actor.id),
  }));

  mount(api, endpoints.deleteAccount, async ({ actor, body, request }) => {
    await requirePassword(actor.id, body.current_password, request.ip);
    await deleteStudent(db, clock(), actor.id);
    return {};
  });
}
