// The first start of a server without any data: the operator opens the address that it shows, and
// is the tutor.
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test as base } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { startEmpty } from '../../sandbox/empty-server.ts';
import { expectQuiet, expectReadable, watch } from '../checks.ts';
import { visit } from '../journey.ts';

interface StartedServer {
  readonly origin: string;
  /** What the server wrote for its operator. */
  readonly address: string;
}

const test = base.extend<{ started: StartedServer }>({
  started: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'setup-journey-'));
    const { child, origin } = await startEmpty(dataDir);
    const ended = once(child, 'exit');
    let address = '';
    await expect
      .poll(
        async () => {
          address = await readFile(join(dataDir, 'setup-address'), 'utf8').catch(() => '');
          return address;
        },
        { timeout: 30_000 },
      )
      .toContain(origin);
    await use({ origin, address: address.trim() });
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true });
  },
});

test('makes the first account by the address, once, and shows the first steps', async ({
  page,
  started,
}) => {
  watch(page, { allowed: /404/ });
  await visit(page, started.address);
  await expect(page.getByRole('heading', { name: 'Make your account' })).toBeVisible();
  await page.getByRole('button', { name: 'Make my account' }).click();
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  await expectReadable(page, 'setup');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('quantum-leap');
  await page.getByRole('button', { name: 'Make my account' }).click();
  await expect(page).toHaveURL(started.origin + paths.adminDashboard);
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();

  // The address is of no use to anybody else.
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await visit(page, started.address);
  await page.getByLabel('Your name').fill('Eve');
  await page.getByLabel('Email').fill('eve@example.com');
  await page.getByLabel('Password', { exact: true }).fill('quantum-leap');
  await page.getByRole('button', { name: 'Make my account' }).click();
  await expect(page.getByText('This address no longer works.')).toBeVisible();
  await expectReadable(page, 'used');
  await page.getByRole('link', { name: 'Sign in as the tutor' }).click();
  await expect(page).toHaveURL(started.origin + paths.adminLogin);
  expectQuiet(page);
});
