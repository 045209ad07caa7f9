// The HSTS header: only on https, and no wider than configured.
import { expect, onTestFinished, test } from 'vitest';

import { startTestApp } from '../testing/app.ts';

test.each([
  ['http://lessons.example', undefined, undefined],
  ['http://lessons.example', true, undefined],
  ['https://lessons.example', undefined, 'max-age=31536000'],
  ['https://lessons.example', false, 'max-age=31536000'],
  ['https://lessons.example', true, 'max-age=31536000; includeSubDomains'],
])('at %s with subdomains %s tells the browser %s', async (appUrl, subdomains, told) => {
  const api = await startTestApp({
    appUrl,
    ...(subdomains === undefined ? {} : { hstsSubdomains: subdomains }),
  });
  onTestFinished(() => api.close());
  for (const url of ['/api/health', '/api/nothing', '/nothing'])
    expect((await api.app.inject(url)).headers['strict-transport-security']).toBe(told);
});
