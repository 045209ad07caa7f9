// Where a rotated join link leads, even while its client address may try no more links.
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { SESSION_SECONDS } from '../../../domain/auth/session.ts';
import {
  failureOf,
  fakeFetch,
  json,
  openBrowser,
  signIn,
} from '../../transport/testing/browser.ts';
import { joinLinkQuery } from './data.ts';

openBrowser();

const TOKEN = 'a'.repeat(43);
const refuse = (status: number, code: string) =>
  json(status, { success: false, error: 'No', code });
const DEAD = refuse(404, 'join_link_not_found');
const LIMITED = refuse(429, 'rate_limited');
const CURRENT = json(200, { success: true, join_link: '/join/new' });

/** The link, as the page asks for it. */
const read = () => new QueryClient().query(joinLinkQuery(TOKEN));

test.for<[what: string, answer: Response]>([
  ['does not work', DEAD],
  ['may not be tried now', LIMITED],
])('leads a signed-in member on from a link that %s', async ([, answer]) => {
  signIn(SESSION_SECONDS.family);
  const { sent } = fakeFetch(answer, CURRENT);
  expect(await read()).toEqual({ join_link: '/join/new' });
  expect(sent.map(({ path }) => path)).toEqual([
    `/api/join/${TOKEN}`,
    `/api/join/${TOKEN}/current`,
  ]);
});

test.for<[who: string, prepare: () => void]>([
  ['anybody else', () => undefined],
  ['a member of another family', () => signIn(SESSION_SECONDS.family)],
])('says to %s that too many links were tried', async ([, prepare]) => {
  prepare();
  fakeFetch(({ path }) => (path.endsWith('/current') ? DEAD : LIMITED).clone());
  expect(await failureOf(read())).toMatchObject({ code: 'rate_limited' });
});
