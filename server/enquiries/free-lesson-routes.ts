// HTTP of the free first lesson, from the enquiry to the family.
import * as endpoints from '../../domain/endpoints.ts';
import { refuseField } from '../../domain/errors.ts';
import type { Context } from '../engine/context.ts';
import { register } from '../families/register.ts';
import { findLink, type LiveLink, withdrawLink } from './invitation-links.ts';
import { EVERYWHERE, triesOf } from '../http/limits.ts';
import { type Api, mount } from '../http/mount.ts';
import { askForFreeLesson } from './ask-for-free-lesson.ts';
import { inviteEnquirer } from './invite.ts';
import { redeemLink } from './redeem.ts';

export function freeLessonRoutes(api: Api): void {
  mount(api, endpoints.register, async ({ context, body: { invite, ...form } }) => {
    const link = invite === undefined ? null : await requireLink(api, context, invite);
    return register(context, form, link);
  });
  mount(api, endpoints.askForFreeLesson, async ({ context, body }) => {
    const { invite } = body;
    if (invite === undefined) {
      await askForFreeLesson(context, body);
      return {};
    }
    const link = await requireLink(api, context, invite);
    return { free_lesson: await redeemLink(context, link) };
  });
  mount(api, endpoints.inviteEnquirer, async ({ context, params, body }) => ({
    customer: await inviteEnquirer(context, params.id, body),
  }));
  mount(api, endpoints.withdrawEnquiryInvitation, async ({ context, params }) => ({
    customer: await withdrawLink(context, params.id),
  }));
}

/** An enquirer's valid link. Throws invitation_not_found. */
async function requireLink(api: Api, context: Context, invite: string): Promise<LiveLink> {
  const link = await findLink(context, invite);
  if (link === null) throw refuseField('invite', 'invitation_not_found');
  // Only one of several simultaneous uses succeeds, but each of them has something hashed.
  await api.limits.countLogin(triesOf(link.tokenHash), EVERYWHERE);
  return link;
}
