// HTTP of a family's own account: details, password, credits, data and leaving.
import * as endpoints from '../../domain/endpoints.ts';
import { listHistory } from '../credits/history-store.ts';
import { type Api, mount } from '../http/mount.ts';
import { historyWindow } from '../uk-clock.ts';
import { confirmPassword } from '../http/confirm-password.ts';
import {
  changeProfile,
  collectFamilyData,
  deleteStudent,
  readCredentials,
  setPassword,
} from './family-store.ts';

export function familyRoutes(api: Api): void {
  const { db, clock, limits } = api;

  async function requirePassword(id: string, password: string | undefined, address: string): Promise<void> {
    const { password_hash } = await readCredentials(db, id);
    await confirmPassword(limits, { id, password_hash, address }, password);
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

  mount(api, endpoints.listCredits, ({ actor, query }) =>
    listHistory(db, actor.id, historyWindow(query, clock())),
  );

  mount(api, endpoints.exportData, async ({ actor }) => ({
    data: await collectFamilyData(db, clock(), actor.id),
  }));

  mount(api, endpoints.deleteAccount, async ({ actor, body, request }) => {
    await requirePassword(actor.id, body.current_password, request.ip);
    await deleteStudent(db, clock(), actor.id);
    return {};
  });
}
