// The queued emails, as their recipients will read them.
import * as endpoints from '../../domain/endpoints.ts';
import { readParagraphs } from '../email/content.ts';
import { renderEmail } from '../email/render.ts';
import type { TestApp } from './app.ts';
import { SENDER } from './sender.ts';

/**
 * The emails to an address, or to anybody, whose cause has this prefix, oldest first. A sent email
 * is empty.
 */
export async function readEmails({ database }: TestApp, to: string | null, cause = '') {
  const rows = await database.db
    .selectFrom('emails')
    .selectAll()
    .$if(to !== null, (query) => query.where('recipient', '=', to ?? ''))
    .where('cause', 'like', `${cause}%`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      ...(await renderEmail(
        { subject: row.subject, paragraphs: readParagraphs(row.body) },
        SENDER,
      )),
    })),
  );
}

/** The kind of each email: the words before the colon of its subject. */
export const kindsOf = (emails: { subject: string }[]) =>
  emails.map(({ subject }) => subject.split(':')[0]);

/** The tokens of the password and confirmation links emailed to an address, oldest first. */
export async function tokensTo(test: TestApp, address: string): Promise<string[]> {
  const emails = await readEmails(test, address);
  return emails.flatMap(({ text }) => /#([\w-]{43})/.exec(text)?.[1] ?? []);
}

/** The latest of these tokens. */
export async function tokenTo(test: TestApp, address: string): Promise<string> {
  const token = (await tokensTo(test, address)).at(-1);
  if (token === undefined) throw new Error(`No link was emailed to ${address}.`);
  return token;
}

/** Requests a new confirmation link for a parent's address and follows it. */
export async function confirmAddress(
  test: TestApp,
  { token, email }: { token: string; email: string },
): Promise<void> {
  await test.call(endpoints.sendConfirmation, { token });
  await test.call(endpoints.confirmEmail, { body: { token: await tokenTo(test, email) } });
}

export const subjectsOf = (emails: { subject: string }[]) => emails.map(({ subject }) => subject);
