// The tutor's work on enquiries: states, notes and the time of the first answer.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { answeredInTime, enquiryStatuses, responseClock } from '../../domain/enquiry-list.ts';
import { LENGTHS } from '../../domain/limits.ts';
import { newId } from '../ids.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeFamily } from '../testing/factories.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());
beforeEach(() => api.clock.set(START));

let serial = 0;

async function enquire() {
  serial += 1;
  const email = `enquiry${serial}@example.com`;
  await api.call(endpoints.registerInterest, {
    body: { name: 'Grace Hopper', email, mobile: '07700900123', year_class: 'year-12' },
  });
  const found = (await list()).find((customer) => customer.email === email);
  if (found === undefined) throw new Error('the enquiry is not listed');
  return found;
}

const list = async () =>
  (await api.call(endpoints.listEnquiries, { token: admin.token })).body.customers;
const change = async (id: string, body: object, { token } = admin) =>
  (await api.call(endpoints.updateEnquiry, { token, params: { id }, body })).body.customer;
const refuse = (id: string, body: object, token = admin.token) =>
  api.refused(endpoints.updateEnquiry, { token, params: { id }, body });

test('starts an enquiry as new, without a note or an answer', async () => {
  expect(await enquire()).toMatchObject({ status: 'new', note: '', answered_at: null });
});

test.each(enquiryStatuses.filter((status) => status !== 'new'))(
  'records the first change to %s as the answer, and later ones do not move it',
  async (status) => {
    const { id } = await enquire();
    api.clock.advance({ hours: 3 });
    expect(await change(id, { status })).toMatchObject({
      status,
      answered_at: '2026-11-18T15:00:00.000Z',
    });
    api.clock.advance({ hours: 3 });
    expect((await change(id, { status: 'closed' })).answered_at).toBe('2026-11-18T15:00:00.000Z');
    // Back to new: it still counts as answered.
    expect(await change(id, { status: 'new' })).toMatchObject({
      status: 'new',
      answered_at: '2026-11-18T15:00:00.000Z',
    });
  },
);

test('does not count a note as an answer, and changes state and note separately', async () => {
  const { id } = await enquire();
  expect(await change(id, { note: '  Rang twice,\nno answer.  ' })).toMatchObject({
    status: 'new',
    note: 'Rang twice,\nno answer.',
    answered_at: null,
  });
  expect(await change(id, { status: 'contacted' })).toMatchObject({
    note: 'Rang twice,\nno answer.',
  });
  expect(await change(id, { note: '' })).toMatchObject({ status: 'contacted', note: '' });
  expect((await list()).find((customer) => customer.id === id)).toMatchObject({
    status: 'contacted',
  });
});

test('changes nothing for an empty change', async () => {
  const { id } = await enquire();
  expect(await change(id, {})).toMatchObject({ id, status: 'new', note: '', answered_at: null });
});

test('keeps the response promise up to its last instant', async () => {
  const inTime = await enquire();
  const late = await enquire();
  expect(responseClock(inTime, api.clock.now).state).toBe('due');
  api.clock.advance({ hours: 24 });
  const next = await makeAdmin(api);
  const first = await change(inTime.id, { status: 'contacted' }, next);
  api.clock.advance({ ms: 1 });
  const second = await change(late.id, { status: 'contacted' }, next);
  expect(answeredInTime([first, second], api.clock.now)).toEqual({ total: 2, inTime: 1 });
});

test.each([
  [{ status: 'lost' }, 'status', 'Please select a valid state'],
  [{ status: null }, 'status', 'Please select a valid state'],
  [{ note: 7 }, 'note', 'Note must be text'],
  [
    { note: 'x'.repeat(LENGTHS.enquiryNote.max + 1) },
    'note',
    'Note must be less than 2000 characters',
  ],
  [{ note: 'a\u0007' }, 'note', 'Remove the control characters'],
])('refuses %j at %s', async (body, field, message) => {
  const { id } = await enquire();
  expect((await refuse(id, body)).body.details).toEqual([{ field, message }]);
  expect((await list()).find((customer) => customer.id === id)).toMatchObject({
    status: 'new',
    note: '',
  });
});

test('accepts the longest note', async () => {
  const { id } = await enquire();
  const note = 'x'.repeat(LENGTHS.enquiryNote.max);
  expect((await change(id, { note })).note).toBe(note);
});

test('reports an unknown enquiry, and lets no student change one', async () => {
  const { id } = await enquire();
  expect((await refuse(newId(), { status: 'closed' })).body).toMatchObject({
    code: 'not_found',
    error: 'There is no such enquiry.',
  });
  const { token } = await makeFamily(api);
  expect((await refuse(id, { status: 'closed' }, token)).status).toBe(403);
});
