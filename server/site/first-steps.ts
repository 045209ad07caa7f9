// Which steps of the first hour are done.
import { samplePartsOf } from '../../domain/site/content.ts';
import { type FirstStep, firstSteps } from '../../domain/site/site.ts';
import { isEnabled } from '../auth/two-factor.ts';
import type { Db } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { readOverrides } from '../settings/settings.ts';
import type { SiteWords } from './words.ts';

/** What the server was started with. */
export interface Outside {
  /** Whether cards can be charged. */
  readonly takesPayments: boolean;
  /** Whether emails are sent, and not only written to files. */
  readonly sendsEmails: boolean;
}

const anyLesson = prepare((db) =>
  db
    .selectFrom('lessons')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', 0)
    .limit(1),
);

/** Each step in order; `adminId` is the admin who asks. */
export async function readFirstSteps(
  db: Db,
  adminId: string,
  words: SiteWords,
  { takesPayments, sendsEmails }: Outside,
): Promise<{ readonly step: FirstStep; readonly is_done: boolean }[]> {
  const { content } = await words.current(db);
  // A build with words of its own has no sample.
  const samples =
    words.shipped.site.sampleNotice === '' ? [] : samplePartsOf(content, words.shipped);
  const isOwn = (part: (typeof samples)[number]) => !samples.includes(part);
  const isPriced = (await readOverrides(db)).business !== undefined;
  const done: Readonly<Record<FirstStep, boolean>> = {
    name: isOwn('site'),
    contact: isOwn('contact'),
    portrait: content.profile.portrait !== undefined,
    // Both are saved together.
    price: isPriced,
    times: isPriced,
    terms: isOwn('terms'),
    payments: takesPayments,
    email: sendsEmails,
    two_factor: await isEnabled(db, adminId),
    lesson: (await anyLesson.first(db, {})) !== undefined,
  };
  return firstSteps.map((step) => ({ step, is_done: done[step] }));
}
