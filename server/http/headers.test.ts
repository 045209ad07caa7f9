// Security headers: HSTS only on https and no wider than configured; shorter on scripts than on
// documents.
import { expect, onTestFinished, test } from 'vitest';

import { paths } from '../../domain/paths.ts';
import { startTestApp } from '../testing/app.ts';
import { makeSite } from '../testing/servers/small-site.ts';
import { OF_CHANGING_FILES, OF_DOCUMENTS } from './headers.ts';

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

/** Serves a small site; returns what reads the headers of a path. */
async function serveSite() {
  const site = await makeSite();
  onTestFinished(() => site.remove());
  const api = await startTestApp({ appUrl: 'https://lessons.example', dist: site.dist });
  onTestFinished(() => api.close());
  return async (url: string) => (await api.app.inject(url)).headers;
}

test('sends headers about documents with pages and missing files, not with scripts', async () => {
  const headersOf = await serveSite();
  const script = await headersOf('/assets/app.js');
  expect(script).toHaveProperty('x-content-type-options', 'nosniff');
  expect(script).toHaveProperty('strict-transport-security');
  for (const name of OF_DOCUMENTS) {
    expect(script).not.toHaveProperty(name);
    for (const url of [paths.home, paths.signIn, '/assets/none.js', '/api/health'])
      expect(await headersOf(url)).toHaveProperty(name);
  }
});

test('sends validators and ranges only with files that can change', async () => {
  const headersOf = await serveSite();
  for (const name of OF_CHANGING_FILES) {
    expect(await headersOf('/assets/app.js')).not.toHaveProperty(name);
    expect(await headersOf('/note.txt')).toHaveProperty(name);
  }
});
