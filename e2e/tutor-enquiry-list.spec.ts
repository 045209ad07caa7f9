// The tutor's list of enquiries where its data is longer than its place.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import type { Customer } from '../domain/enquiry.ts';
import { paths } from '../domain/paths.ts';
import { signInAs, signInTutor, visit } from './journey.ts';
import { test } from './test.ts';

test('an email that is too long for its column breaks before an @ or a dot', async ({ page, request }) => {
  const email = 'bartholomew.featherstonehaugh@averylongcompanyname.example.co.uk';
  const customer: Customer = {
    id: '1',
    name: 'Bartholomew Featherstonehaugh-Cholmondeley',
    email,
    mobile: '07700 900123',
    year_class: 'year-12',
    created_at: new Date().toISOString(),
    status: 'new',
    note: '',
    answered_at: null,
  };
  await page.route(`**${endpoints.listCustomers.path}`, (route) =>
    route.fulfill({ json: { success: true, customers: [customer], total: 1 } }),
  );
  await signInAs(page, await signInTutor(request), { audience: 'admin' });
  await visit(page, paths.adminDashboard);
  const link = page.getByRole('link', { name: email });
  await expect(link).toHaveAttribute('href', `mailto:${email}`);
  const lines = await link.evaluate((element) => {
    const range = document.createRange();
    const words: string[] = [];
    let last = Number.NEGATIVE_INFINITY;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { top } = range.getBoundingClientRect();
        if (top > last + 4) words.push('');
        last = Math.max(last, top);
        words[words.length - 1] += range.toString();
      }
    return words;
  });
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(1)) expect(line).toMatch(/^[@.]/);
});
