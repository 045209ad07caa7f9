// /.well-known/security.txt, with the address of the published site.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { SAMPLE_CONTENT } from '../../domain/testing/content.ts';
import { APP_URL } from '../testing/sender.ts';
import { test } from '../testing/test.ts';
import { SECURITY_PATH } from './security-text.ts';

test('names the published address, valid for half a year', async ({ api, tutor }) => {
  const read = async () => api.app.inject(SECURITY_PATH);
  expect((await read()).statusCode).toBe(404);
  const content = {
    ...SAMPLE_CONTENT,
    site: { ...SAMPLE_CONTENT.site, sampleNotice: '' },
    contact: { ...SAMPLE_CONTENT.contact, email: 'ada@lessons.example' },
  };
  const { site } = (await tutor.call(endpoints.saveSiteDraft, { body: { content, revision: 0 } }))
    .body;
  await tutor.call(endpoints.publishSite, { body: { revision: site.draft.revision } });
  api.clock.advance({ seconds: 2 });
  const answer = await read();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body).toBe(
    [
      'Contact: mailto:ada@lessons.example',
      'Expires: 2027-05-17T00:00:00Z',
      'Preferred-Languages: en',
      `Canonical: ${APP_URL}${SECURITY_PATH}`,
      '',
    ].join('\n'),
  );
  const { statusCode } = await api.app.inject({ method: 'POST', url: SECURITY_PATH });
  expect(statusCode).toBe(405);
});
