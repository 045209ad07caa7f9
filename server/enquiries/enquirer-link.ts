// Finds the sign-up link with which an enquirer registers or asks for the free first lesson.
import { fieldRefusal } from '../../domain/errors.ts';
import type { Context } from '../engine/context.ts';
import { EVERYWHERE, triesOf } from '../http/limits.ts';
import type { Api } from '../http/mount.ts';
import { findLink, type LiveLink } from './invitation-links.ts';

/** An enquirer's valid link. Throws invitation_not_found. */
export async function requireEnquirerLink(
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
