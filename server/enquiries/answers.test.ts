// The tutor's work on enquiries: states, notes and the time of the first answer.
import { expect } from 'vitest';

import { DEFAULT_BUSINESS } from '../../domain/business.ts';
import * as endpoints from '../../domain/endpoints.ts';
import {
  answeredInTime,
  enquiryStatuses,
  responseClock,
} from '../../domain/enquiries/enquiry-list.ts';
import { LENGTHS } from '../../domain/limits.ts';
import { newId } from '../base/ids.ts';
import { START } from '../testing/app.ts';
import { readEmails } from '../testing/emails.ts';
import { makeAdmin } from '../testing/factories.ts';
import { changeEnquiry, enquire, findEnquiry } from '../testing/lessons/free-lessons.ts';
import { sharedTest } from '../testing/test.ts';
import { ANSWER_UNDO_MINUTES } from './enquiries.ts';

const test = sharedTest.extend('enquiry', async ({ api, tutor }) => {
  api.clock.set(START);
  const { id } = await enquire(api);
  const read = async () => (await findEnquiry(tutor, id)) ?? expect.unreachable();
  return { id, read, change: (body: object) => changeEnquiry(tutor, id, body) };
});

const NEW = { status: 'new', note: '', answered_at: null };

test('starts an enquiry as new, without a note or an answer', async ({ enquiry }) => {
  expect(await enquiry.read()).toMatchObject(NEW);
});

test.for(enquiryStatuses.filter((status) => status !== 'new'))(
  'records the first change to %s as the answer, and later ones do not move it',
  async (status, { api, enquiry }) => {
    const answered_at = '2026-11-18T15:00:00.000Z';
    // Back to new: it still counts as answered.
    for (const next of [status, 'closed', 'new']) {
      api.clock.advance({ hours: 3 });
      expect(await enquiry.change({ status: next })).toMatchObject({ status: next, answered_at });
    }
  },
);

test.for([
  ['at the last moment', ANSWER_UNDO_MINUTES * 60_000, null],
  ['too late', ANSWER_UNDO_MINUTES * 60_000 + 1, '2026-11-18T12:00:00.000Z'],
] as const)('takes an answer back %s', async ([, ms, answered_at], { api, enquiry }) => {
  await enquiry.change({ status: 'contacted' });
  api.clock.advance({ ms });
  expect(await enquiry.change({ status: 'new' })).toMatchObject({ status: 'new', answered_at });
});

test('keeps the answer that an invitation was', async ({ api, tutor, enquiry }) => {
  await tutor.call(endpoints.inviteEnquirer, { params: { id: enquiry.id }, body: {} });
  const answered_at = new Date(api.clock.now).toISOString();
  expect(await enquiry.change({ status: 'new' })).toMatchObject({ status: 'new', answered_at });
});

test('changes the note alone, which is no answer', async ({ enquiry }) => {
  const note = 'Rang twice,\nno answer.';
  expect(await enquiry.change({ note: `  ${note}  ` })).toMatchObject({ ...NEW, note });
  expect(await enquiry.change({ status: 'contacted' })).toMatchObject({ note });
  expect(await enquiry.change({ note: '' })).toMatchObject({ status: 'contacted', note: '' });
  expect(await enquiry.read()).toMatchObject({ status: 'contacted' });
});

test('changes nothing for an empty change', async ({ enquiry }) => {
  expect(await enquiry.change({})).toMatchObject({ id: enquiry.id, ...NEW });
});

test('keeps the response promise to the last instant', async ({ api, tutor, enquiry }) => {
  const { id } = await enquire(api);
  const late = await findEnquiry(tutor, id);
  expect(responseClock(await enquiry.read(), api.clock.now).state).toBe('due');
  expect(late).toMatchObject(NEW);
  api.clock.advance({ hours: 24 });
  const next = await makeAdmin(api);
  const first = await changeEnquiry(next, enquiry.id, { status: 'contacted' });
  api.clock.advance({ ms: 1 });
  const second = await changeEnquiry(next, id, { status: 'contacted' });
  expect(answeredInTime([first, second], api.clock.now)).toEqual({ total: 2, inTime: 1 });
});

test('keeps the promise that an enquiry was made with', async ({ api, tutor, enquiry }) => {
  const promise = (response_hours: number) =>
    tutor.call(endpoints.updateSettings, {
      body: { business: { ...DEFAULT_BUSINESS, response_hours } },
    });
  await promise(1);
  const { id, email } = await enquire(api);
  await promise(DEFAULT_BUSINESS.response_hours);
  const [received] = await readEmails(api, email, 'enquiry:');
  expect(received?.text).toContain('answers by Wed 18 Nov, 13:00 UK time');
  const answer_due_at = '2026-11-18T13:00:00.000Z';
  expect(await findEnquiry(tutor, id)).toMatchObject({ answer_due_at });
  api.clock.advance({ hours: 2 });
  const late = await changeEnquiry(tutor, id, { status: 'contacted' });
  const inTime = await enquiry.change({ status: 'contacted' });
  expect(answeredInTime([late, inTime], api.clock.now)).toEqual({ total: 2, inTime: 1 });
});

const LONGEST = 'x'.repeat(LENGTHS.enquiryNote.max);
test.for([
  [{ status: 'lost' }, 'status', 'Please select a valid state'],
  [{ status: null }, 'status', 'Please select a valid state'],
  [{ note: 7 }, 'note', 'Note must be text'],
  [{ note: `${LONGEST}x` }, 'note', 'Note must be less than 2000 characters'],
  [{ note: 'a\u0007' }, 'note', 'Remove the control characters'],
] as const)('refuses %j at %s', async ([body, field, message], { tutor, enquiry }) => {
  const about = { params: { id: enquiry.id }, body };
  const { details } = (await tutor.refused(endpoints.updateEnquiry, about)).body;
  expect(details).toEqual([{ field, message }]);
  expect(await enquiry.read()).toMatchObject(NEW);
});

test('accepts the longest note', async ({ enquiry }) => {
  expect((await enquiry.change({ note: LONGEST })).note).toBe(LONGEST);
});

test('changes known enquiries, for the tutor alone', async ({ tutor, family, enquiry }) => {
  const about = (id: string) => ({ params: { id }, body: { status: 'closed' } });
  const unknown = await tutor.refused(endpoints.updateEnquiry, about(newId()));
  expect(unknown.body).toMatchObject({
    code: 'not_found',
    error: 'This enquiry no longer exists.',
  });
  const refused = await family.refused(endpoints.updateEnquiry, about(enquiry.id));
  expect(refused.status).toBe(403);
});
