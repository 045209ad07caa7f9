// HTTP of a family's own account: details, credits, data export and deletion.
import * as endpoints from '../../domain/endpoints.ts';
import { toIso } from '../../domain/time.ts';
import { sendConfirmation } from '../auth/confirmation.ts';
import { readConfirmBy, readFreeLessonOffer } from '../booking/free-lesson.ts';
import { confirmPassword } from '../http/confirm-password.ts';
import { type Api, mount } from '../http/mount.ts';
import { networkOf } from '../http/networks.ts';
import { readCredentials } from '../sessions/credentials.ts';
import { readAccount, statsOf } from './accounts.ts';
import { confirmEmail, requestEmailChange } from './email-change.ts';
import type { AccountListeners } from './listeners.ts';
import { eraseFamily } from './personal-data/erasure.ts';
import { collectFamilyData } from './personal-data/export.ts';
import { changeProfile, withoutStoredPhone } from './profile.ts';

export function mountProfileRoutes(api: Api, listeners: AccountListeners): void {
  const { database, limits } = api;
  const { db } = database;

  mount(api, endpoints.getProfile, async ({ context: { actor, now } }) => {
    const user = await readAccount(db, actor, now);
    const offer = user.role === 'parent' ? await readFreeLessonOffer(db, actor.familyId) : null;
    const [free_lesson, free_lesson_mode] = [offer?.state ?? null, offer?.mode ?? null];
    const confirmBy = offer === null ? null : await readConfirmBy(db, actor.familyId, now);
    const confirm_free_lesson_by = confirmBy === null ? null : toIso(confirmBy);
    return { user, stats: statsOf(user), free_lesson, free_lesson_mode, confirm_free_lesson_by };
  });
  mount(api, endpoints.updateProfile, async ({ context, body, request }) => {
    const { Parent_Email: parentEmail, current_password, ...given } = body;
    const { actor } = context;
    const changes = await withoutStoredPhone(db, actor.id, given);
    // Before an email is sent: a refused call changes nothing.
    if (changes.Parent_Phone_Number !== undefined)
      await limits.countAction('changedPhone', actor.id);
    const { email } = await readCredentials(db, actor);
    if (parentEmail !== undefined && parentEmail !== email) {
      await limits.countAction('changedEmail', actor.id);
      await limits.countCall(endpoints.updateProfile.path, request.ip, 'daily');
      const proven = await confirmPassword(api, actor, request.ip, current_password);
      await requestEmailChange(context, proven, parentEmail);
    }
    return { user: await changeProfile(context, changes, networkOf(request.ip)) };
  });

  mount(api, endpoints.confirmEmail, async ({ context, body }) => ({
    outcome: await confirmEmail(context, body.token, listeners),
  }));
  mount(api, endpoints.sendConfirmation, async ({ context }) => ({
    email_confirmed: await sendConfirmation(context),
  }));

  mount(api, endpoints.exportData, async ({ context: { actor, now } }) => ({
    data: await collectFamilyData(db, { ...actor, now }, listeners),
  }));

  mount(api, endpoints.deleteAccount, async ({ context, body, request }) => {
    const proven = await confirmPassword(api, context.actor, request.ip, body.current_password);
    await eraseFamily(context, proven, listeners);
    return {};
  });
}
