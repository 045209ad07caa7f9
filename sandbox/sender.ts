// The sender of the sample emails.
import type { Seller } from '../domain/payments/invoice.ts';
import { DEFAULT_GREETING } from '../domain/tutor/settings.ts';
import type { Sender } from '../server/email/sender.ts';

const SAMPLE_SELLER: Seller = {
  name: 'Dr Ada Sample, trading as Sample Physics',
  address: ['1 Sample Street', 'Sampletown', 'ZZ99 9ZZ'],
  tax: 'Not VAT registered',
};

export const sampleSender = (siteUrl: string): Sender => ({
  name: 'Sample Physics',
  tutor: 'Dr Ada Sample',
  address: 'lessons@example.com',
  replyTo: null,
  siteUrl,
  seller: SAMPLE_SELLER,
  greeting: DEFAULT_GREETING,
});
