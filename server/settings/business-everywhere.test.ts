// Changes every business setting, and looks for the old values in all answers and emails.
// e2e/tutor/business.spec.ts does the same with the pages.
import { expect } from 'vitest';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { readEmails } from '../testing/emails.ts';
import { makeFamily } from '../testing/factories.ts';
import { enquire } from '../testing/lessons/free-lessons.ts';
import { test } from '../testing/test.ts';

const business = {
  packages: [
    { credits: 1, price_pence: 3300, name: 'One' },
    { credits: 4, price_pence: 12_400, name: 'Four' },
  ],
  usual_times: [{ weekday: 2, time: '17:30:00' }],
  default_max_students: 7,
  default_meeting_link: 'https://meet.example.com/standing',
  response_hours: 36,
};
/** Prices, times, days and the promise of the sample. */
const OLD =
  /:3000\b|:14000\b|:27000\b|"(?:09|10):00:00"|£(?:30|28|27|140|270)\b|\b24 ?h|"default_max_students":10|9:00 ?am|Saturday|Sunday/;

/** Every call that only reads, and needs nothing to be named. */
const reads = Object.entries<Endpoint>(endpoints).filter(
  ([, { method, path, stream }]) =>
    method === 'GET' && !path.includes('{') && stream === undefined && path.startsWith('/api/'),
);

test('says no old value in an answer or an email', async ({ api, tutor }) => {
  const before = JSON.stringify((await api.call(endpoints.listProducts)).body);
  expect(before).toMatch(OLD);
  await tutor.call(endpoints.updateSettings, { body: { business } });
  const { id } = await enquire(api);
  await tutor.call(endpoints.inviteEnquirer, { params: { id }, body: {} });
  const family = await makeFamily(api);
  await family.call(endpoints.askForFreeLesson, { body: { year_class: 'year-12' } });
  const found = new Map<string, string>();
  for (const [name, endpoint] of reads) {
    const { auth } = endpoint;
    const caller = auth === 'none' ? api : auth === 'admin' ? tutor : family;
    const { status, body } = await caller.either(endpoint, {});
    // A sign-up with an invitation is the only way to some of them.
    if (status < 400) found.set(name, JSON.stringify(body));
  }
  expect(found.size).toBeGreaterThan(reads.length * 0.8);
  for (const { subject, text } of await readEmails(api, null))
    found.set(`the email ${subject}`, `${subject}\n${text}`);
  expect(found.size).toBeGreaterThan(reads.length * 0.8 + 3);
  const old = [...found].flatMap(([name, text]) => {
    const [value] = OLD.exec(text) ?? [];
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  expect(old).toEqual([]);
});
