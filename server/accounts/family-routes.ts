// HTTP of a family's own account: details, password, credits, data and leaving.
import * as endpoints from '../../domain/endpoints.ts';
import { listHistory } from '../credits/history-store.ts';
import { type Api, mount } from '../http/mount.ts';
import { historyWindow } from '../uk-clock.ts';
import { confirmPassword } from '../http/confirm-password.ts';
import { readCredentials } from './credentials-store.ts';
import { eraseFamily } from '../privacy/erase-store.ts';
import { collectFamilyData } from '../privacy/export-store.ts';
import { confirmEmail, requestEmailChange } from './email-store.ts';
import { changeProfile } from './family-store.ts';
import { setPassword } from './password-store.ts';

export function familyRoutes(api: Api): void {
  const { db, clock, limits } = api;

  mount(api, endpoints.updateProfile, async ({ actor, body, request }) => {
    const { Parent_Email, current_password, ...changes } = body;
    const { email } = await readCredentials(db, actor);
    if (Parent_Email !== undefined && Parent_Email !== email) {
      await limits.countAction('changedEmail', actor.id);
      const proven = await confirmPassword(api, actor, request.ip, current_password);
      await requestEmailChange(db, clock(), proven, Parent_Email);
    }
    return { user: await changeProfile(db, clock(), actor.id, changes) };
  });

  mount(api, endpoints.confirmEmail, async ({ body }) => {
    await confirmEmail(db, clock(), body.token);
    return {};
  });

  mount(api, endpoints.changePassword, async ({ actor, body, request }) => {
    const proven = await confirmPassword(api, actor, request.ip, body.current_password);
    await setPassword(db, clock(), proven, actor.chain, body.password);
    return {};
  });

  mount(api, endpoints.listCredits, ({ actor, query }) =>
    listHistory(db, actor.id, historyWindow(query, clock())),
  );

  mount(api, endpoints.exportData, async ({ actor }) => ({
    data: await collectFamilyData(db, clock(), actor.id),
  }));

  mount(api, endpoints.deleteAccount, async ({ actor, body, request }) => {
    await eraseFamily(db, clock(), await confirmPassword(api, actor, request.ip, body.current_password));
    return {};
  });
}
