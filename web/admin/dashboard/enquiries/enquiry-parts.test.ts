// The words for the promise, the filters and the exported rows.
import { expect, test } from 'vitest';

import type { Enquiry } from '../../../../domain/enquiries/enquiry-list.ts';
import { HOUR_MS } from '../../../../domain/time.ts';
import {
  type EnquiryFilter,
  formatSpan,
  passes,
  promiseFigures,
  promiseOf,
  toRows,
} from './enquiry-parts.tsx';

const enquiry = (fields: Partial<Enquiry> = {}): Enquiry => ({
  id: '1',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  mobile: '+447700900111',
  year_class: 'year-10',
  year_said_in: 2026,
  created_at: '2026-07-01T08:00:00Z',
  status: 'new',
  note: '',
  answer_due_at: '2026-07-02T08:00:00Z',
  answered_at: null,
  invitation: null,
  ...fields,
});

const after = (hours: number) => Date.parse('2026-07-01T08:00:00Z') + hours * HOUR_MS;

test.each([
  [59_999, 'under a minute'],
  [60_000, '1 min'],
  [45 * 60_000, '45 min'],
  [HOUR_MS, '1 h'],
  [3 * HOUR_MS + 20 * 60_000, '3 h 20 min'],
  [21.5 * HOUR_MS, '21 h'],
  [47.9 * HOUR_MS, '47 h'],
  [48 * HOUR_MS, '2 days'],
])('shows %i ms as %s', (span, words) => {
  expect(formatSpan(span)).toBe(words);
});

test.each([
  [{}, after(2), 'positive', 'Due in 22 h'],
  [{}, after(20), 'caution', 'Due in 4 h'],
  [{}, after(24), 'caution', 'Due in under a minute'],
  [{}, after(30), 'negative', 'Late by 6 h'],
  [{ answered_at: '2026-07-02T08:00:00Z' }, after(99), 'plain', 'Answered in time'],
  [{ answered_at: '2026-07-02T08:00:01Z' }, after(99), 'plain', 'Answered late'],
])('shows %j at %i as %s: %s', (fields, now, tone, text) => {
  expect(promiseOf(enquiry(fields), now)).toEqual({ tone, text });
});

test('counts urgent enquiries and rounds the share down, so that 100% means all', () => {
  const inTime = Array.from({ length: 199 }, () =>
    enquiry({ answered_at: '2026-07-01T09:00:00Z' }),
  );
  expect(promiseFigures([...inTime, enquiry()], after(25))).toEqual({
    late: 1,
    soon: 0,
    share: { inTime: 199, total: 200, percent: 99 },
  });
  expect(promiseFigures([enquiry()], after(21))).toEqual({ late: 0, soon: 1, share: null });
});

test.each<[EnquiryFilter, boolean, boolean]>([
  ['all', true, true],
  ['unanswered', true, false],
  ['urgent', true, false],
  ['soon', true, false],
  ['late', false, false],
  ['new', true, false],
  ['contacted', false, true],
])('%s includes an urgent new enquiry: %s, a contacted one: %s', (filter, urgent, contacted) => {
  const answered = enquiry({ status: 'contacted', answered_at: '2026-07-01T09:00:00Z' });
  expect([passes(enquiry(), filter, after(22)), passes(answered, filter, after(22))]).toEqual([
    urgent,
    contacted,
  ]);
});

test('exports what the table shows, in UK time', () => {
  expect(
    toRows([
      enquiry({ note: 'Call, please', status: 'contacted', answered_at: '2026-07-01T09:00:00Z' }),
    ]),
  ).toEqual([
    ['Name', 'Email', 'Mobile', 'Year', 'Registered', 'Status', 'Answered', 'Note'],
    [
      'Grace Hopper',
      'grace@example.com',
      '+447700900111',
      'Year 10',
      '01/07/2026, 09:00',
      'Contacted',
      '01/07/2026, 10:00',
      'Call, please',
    ],
  ]);
});
