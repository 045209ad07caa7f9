// HTTP of the free first lesson: how families and enquirers get it, and the links they sign up by.
import * as endpoints from '../../domain/endpoints.ts';
import { fieldRefusal } from '../../domain/errors.ts';
import type { Context } from '../engine/context.ts';
import { EVERYWHERE, triesOf } from '../http/limits.ts';
import { type Api, mount } from '../http/mount.ts';
import { askForFreeLesson } from './ask-for-free-lesson.ts';
import { findLink, type LiveLink, withdrawLink } from './invitation-links.ts';
import { inviteEnquirer } from './invite.ts';
import { redeemLink } from './redeem.ts';

export function mountFreeLessonRoutes(api: Api): void {
  mount(api, endpoints.askForFreeLesson, async ({ context, body }) => {
    const { invite } = body;
    if (invite === undefined) {
      await askForFreeLesson(context, body);
      return {};
    }
    const link = await requireEnquirerLink(api, context, invite);
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
async function requireEnquirerLink(
  { limits }: Pick<Api, 'limits'>,
  context: Context,
  invite: string,
): Promise<LiveLink> {
  const link = await findLink(context, invite);
  if (link === null) throw fieldRefusal('invite', 'invitation_not_found');
  // Only one of several simultaneous uses succeeds, but each of them has something hashed.
  await limits.countLogin(triesOf(link.tokenHash), EVERYWHERE);
  return link;
}
