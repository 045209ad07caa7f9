// The sender of the tests' emails.
import type { Seller } from '../../domain/invoice.ts';
import { DEFAULT_GREETING } from '../../domain/settings.ts';
import type { Sender } from '../email/sender.ts';

export const APP_URL = 'http://lessons.test';

export const SELLER: Seller = {
  name: 'Sample Physics',
  address: ['1 Sample Street', 'ZZ99 9ZZ'],
  tax: 'Not VAT registered',
};

export const SENDER: Sender = {
  name: 'Sample Physics',
  tutor: 'Dr Ada Sample',
  address: 'lessons@lessons.test',
  replyTo: null,
  siteUrl: APP_URL,
  seller: SELLER,
  greeting: DEFAULT_GREETING,
};
