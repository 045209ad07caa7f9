// What the trap for bots catches: kept, listed, restored and deleted.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { CAUGHT_FORMS } from '../../domain/enquiries/caught.ts';
import { type EnquiryForm, HONEYPOT_FIELD } from '../../domain/enquiries/enquiry.ts';
import { listeners } from '../features.ts';
import { createDeletion } from '../retention/feature.ts';
import { leave } from '../testing/accounts/families.ts';
import { readEmails } from '../testing/emails.ts';
import { adminOf } from '../testing/factories.ts';
import {
  enquirer,
  findEnquiry,
  listEnquiries,
  makeNewFamily,
} from '../testing/lessons/free-lessons.ts';
import { codeOf, test as base } from '../testing/test.ts';
import { listCaughtForms, restoreCaughtForm } from './caught.ts';

const test = base
  .extend('sendAsBot', ({ api }) => (body: object) => {
    return api.either(endpoints.registerInterest, {
      // A bot sends anything.
      body: { [HONEYPOT_FIELD]: 'x', ...body } as unknown as EnquiryForm,
    });
  })
  .extend('list', ({ tutor }) => async () => {
    return (await tutor.call(endpoints.listCaught)).body.caught;
  })
  .extend('restore', ({ tutor }) => (id: string | undefined) => {
    return tutor.either(endpoints.restoreCaught, { params: { id: id ?? '' } });
  });

describe('a form that is caught', () => {
  test('is thanked for, kept and told to nobody', async ({ api, db, sendAsBot, list, tutor }) => {
    const form = enquirer();
    const answer = await sendAsBot({ ...form, [HONEYPOT_FIELD]: 'https://spam.example.com' });
    expect(answer).toMatchObject({ status: 201, body: { success: true } });
    expect(await list()).toMatchObject([
      {
        ...form,
        filled: 'https://spam.example.com',
        created_at: new Date(api.clock.now).toISOString(),
        can_restore: true,
      },
    ]);
    expect(await listEnquiries(tutor)).toEqual([]);
    expect((await tutor.call(endpoints.getFunnel)).body.funnel).toMatchObject([
      { enquiries: 0 },
      { enquiries: 0 },
    ]);
    expect(await db.selectFrom('emails').select('id').execute()).toEqual([]);
  });

  test('may contain anything', async ({ sendAsBot, list }) => {
    const bodies = [
      {},
      { name: 5, email: ['a'], mobile: null, year_class: {} },
      { name: 'x'.repeat(50_000), email: 'a\u0000b\nc', [HONEYPOT_FIELD]: 7 },
      { [HONEYPOT_FIELD]: { nested: true } },
    ];
    for (const body of bodies) expect((await sendAsBot(body)).status).toBe(201);
    const caught = await list();
    expect(caught).toHaveLength(bodies.length);
    const long = caught.find(({ name }) => name !== '');
    expect(long).toMatchObject({ name: 'x'.repeat(CAUGHT_FORMS.textLength), email: 'a b c' });
    expect(caught.map(({ can_restore }) => can_restore)).toEqual([false, false, false, false]);
  });

  test('is deleted after 30 days', async ({ api, db, sendAsBot, tutor }) => {
    await sendAsBot(enquirer());
    const list = () => listCaughtForms(db, api.clock.now);
    api.clock.advance({ days: 30, ms: -1 });
    const [last] = await list();
    expect(last).toBeDefined();
    api.clock.advance({ ms: 1 });
    expect(await list()).toEqual([]);
    const restoring = restoreCaughtForm(api.context(adminOf(tutor)), last?.id ?? '');
    await expect(restoring).rejects.toMatchObject({ code: 'not_found' });
    api.clock.advance({ days: 1 });
    await createDeletion(listeners)(api.context(null));
    expect(await db.selectFrom('caught_enquiries').select('id').execute()).toEqual([]);
  });

  test('goes with the family that sent it', async ({ api, db, sendAsBot }) => {
    const family = await makeNewFamily(api);
    const { user } = await family.readProfile();
    const mobile = user.role === 'parent' ? user.Parent_Phone_Number : '';
    const own = { ...enquirer(), email: family.email.toUpperCase(), mobile: ` ${mobile} ` };
    await sendAsBot(own);
    // Somebody else typed the same address.
    await sendAsBot({ ...enquirer(), email: family.email });
    const { data } = (await family.call(endpoints.exportData)).body;
    expect(data.caught).toMatchObject([{ name: own.name, filled: 'x' }]);
    await leave(family);
    expect(await db.selectFrom('caught_enquiries').select('id').execute()).toHaveLength(1);
  });
});

describe('restoring', () => {
  test('makes an enquiry of that time, once', async ({ api, sendAsBot, list, restore, tutor }) => {
    const form = enquirer();
    await sendAsBot(form);
    const [caught] = await list();
    const sent = api.clock.now;
    api.clock.advance({ hours: 11 });
    const { status, body } = await restore(caught?.id);
    if (!body.success) expect.unreachable();
    expect(status).toBe(201);
    const { customer } = body;
    expect(customer).toMatchObject({ ...form, status: 'new', answered_at: null });
    expect(Date.parse(customer.created_at)).toBe(api.clock.now);
    expect(Date.parse(customer.answer_due_at)).toBe(api.clock.now + 24 * 3_600_000);
    expect(customer.note).toMatch(/^Sent on .*\. The trap for bots had caught it\.$/);
    expect(customer.note).toContain(String(new Date(sent).getUTCDate()));
    expect(await findEnquiry(tutor, customer.id)).toEqual(customer);
    expect(await list()).toEqual([]);
    expect(codeOf(await restore(caught?.id))).toBe('not_found');
    expect(await readEmails(api, form.email)).toHaveLength(1);
    const [latest] = (await tutor.call(endpoints.listActivities)).body.activities;
    expect(latest).toMatchObject({ kind: 'enquiry_restored', subject: form.name });
  });

  test('keeps the school year in which it was sent', async ({ api, db, sendAsBot, tutor }) => {
    // Forms ask for the year from September from 1 July on.
    api.clock.set('2027-06-30T22:59:00Z');
    await sendAsBot({ ...enquirer(), year_class: 'year-10' });
    const [caught] = await listCaughtForms(db, api.clock.now);
    api.clock.set('2027-07-02T09:00:00Z');
    const restored = await restoreCaughtForm(api.context(adminOf(tutor)), caught?.id ?? '');
    expect(restored).toMatchObject({ year_class: 'year-10', year_said_in: 2026 });
  });

  test('refuses a form with faults, and names them', async ({ sendAsBot, list, restore }) => {
    await sendAsBot({ ...enquirer(), year_class: 'Year 10', mobile: '' });
    const [caught] = await list();
    const { body } = await restore(caught?.id);
    if (body.success) expect.unreachable();
    expect(body.code).toBe('validation_failed');
    expect(body.details?.map(({ field }) => field).toSorted()).toEqual(['mobile', 'year_class']);
    expect(await list()).toHaveLength(1);
  });

  test('happens once for two admins at once', async ({ sendAsBot, list, restore, tutor }) => {
    await sendAsBot(enquirer());
    const [caught] = await list();
    const codes = await Promise.all([1, 2].map(() => restore(caught?.id)));
    expect(codes.map(codeOf).toSorted()).toEqual(['done', 'not_found']);
    expect(await listEnquiries(tutor)).toHaveLength(1);
  });
});
