// The sender of the tests' emails.
import type { Seller } from '../../domain/payments/invoice.ts';
import { SAMPLE_CONTENT } from '../../domain/testing/content.ts';
import { DEFAULT_GREETING } from '../../domain/tutor/settings.ts';
import type { Sender } from '../email/sender.ts';
import type { SiteOwner } from '../site/words.ts';

export const APP_URL = 'http://lessons.test';

export const SELLER: Seller = { ...SAMPLE_CONTENT.seller, tax: SAMPLE_CONTENT.seller.tax ?? null };

export const senderOf = ({ name, tutor, email, seller }: SiteOwner): Sender => ({
  name,
  tutor,
  address: 'lessons@lessons.test',
  replyTo: email,
  siteUrl: APP_URL,
  seller,
  greeting: DEFAULT_GREETING,
});

export const SENDER: Sender = senderOf({
  name: SAMPLE_CONTENT.site.name,
  tutor: SAMPLE_CONTENT.site.tutor,
  email: null,
  seller: SELLER,
});
export const readSender = async () => SENDER;
