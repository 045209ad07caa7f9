// A server that an upgrade has not accepted does nothing for anybody.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { openDatabase } from '../engine/database.ts';
import { newDatabase } from '../testing/database/folders.ts';
import { startChildServer } from '../testing/servers/child-server.ts';
import { UPGRADING_FILE } from './upgrading.ts';

const enquiry = {
  name: 'Grace',
  email: 'grace@example.com',
  mobile: '07700900123',
  year_class: 'year-10',
};

test('refuses every call until the upgrade has accepted it, then serves and sends emails', async () => {
  const options = await newDatabase();
  const file = join(options.dataDir, UPGRADING_FILE);
  writeFileSync(file, '');
  const child = await startChildServer(options);
  onTestFinished(() => child.crash());
  const call = (path: string, init: RequestInit = {}) => fetch(child.url + path, init);
  const enquire = () =>
    call('/api/customers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(enquiry),
    });

  expect((await call('/api/health')).status).toBe(200);
  const refused = await enquire();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ success: false, code: 'service_unavailable' });
  // A query that looks like a health check is none.
  expect((await call('/api/products?/api/health')).status).toBe(503);
  const page = await call('/user-home');
  expect(page.status).toBe(503);
  expect(await page.text()).toContain('Bookings and payments are safe.');

  const database = await openDatabase({ ...options, exclusive: false });
  onTestFinished(() => database.close());
  const stored = async () =>
    (await database.db.selectFrom('enquiries').select('id').execute()).length;
  expect(await stored()).toBe(0);

  rmSync(file);
  // At once: the upgrade says that the server is running as soon as it has removed the file.
  expect((await enquire()).status).toBe(201);
  expect(await stored()).toBe(1);
  const sent = async () =>
    (await database.db.selectFrom('emails').select('sent_at').execute()).filter(
      ({ sent_at }) => sent_at !== null,
    ).length;
  await vi.waitFor(async () => expect(await sent()).toBeGreaterThan(0), { timeout: 10_000 });
});
