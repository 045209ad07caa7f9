// Who the business is, which every page and every email says. This is a sample: no such tutor
// exists.
import type { Content } from '../../domain/site/content.ts';

export const site: Content['site'] = {
  name: 'Sample Physics',
  description:
    'Weekly live group physics lessons for GCSE and A-level, AQA only. The first lesson is free.',
  tutor: 'Dr Ada Sample',
  sampleNotice:
    'Dr Ada Sample is an invented tutor; names, results, checks and reviews on this site are examples.',
  accent: 'brick',
};

export const contact: Content['contact'] = {
  email: 'hello@example.com',
  phone: '07700 900123',
  phoneLink: '+447700900123',
};

// Appears only on invoices and receipts. Use an address where post reaches you.
export const seller: Content['seller'] = {
  name: 'Dr Ada Sample, trading as Sample Physics',
  address: ['1 Sample Street', 'Sampletown', 'ZZ99 9ZZ'],
  tax: 'Not VAT registered',
};
