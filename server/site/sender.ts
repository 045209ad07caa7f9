// The sender of emails and calendar invitations.
import { DEFAULT_GREETING } from '../../domain/tutor/settings.ts';
import type { Sender } from '../email/sender.ts';
import type { Env } from '../process/env.ts';
import type { SiteOwner } from './words.ts';

/** The environment takes precedence over the site's content. */
export function senderOf(
  { mailFrom, mailReplyTo, appUrl }: Pick<Env, 'mailFrom' | 'mailReplyTo' | 'appUrl'>,
  owner: SiteOwner,
): Sender {
  return {
    name: mailFrom.name === '' ? owner.name : mailFrom.name,
    tutor: owner.tutor,
    address: mailFrom.address,
    replyTo: mailReplyTo ?? owner.email,
    siteUrl: appUrl,
    seller: owner.seller,
    greeting: DEFAULT_GREETING,
  };
}
