// `npm run admin:create`: asks for an admin's email, name and password, and creates the account.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { newAdminSchema } from '../../domain/account.ts';
import { openDatabase } from '../db/index.ts';
import { readEnv } from '../env.ts';
import { StartupError } from '../startup-error.ts';
import { createAdmin } from './store.ts';

/** Asks each question in turn; what is typed at a hidden one is not shown. Lines of a pipe are taken one by one. */
async function ask(
  questions: readonly { readonly text: string; readonly isHidden?: boolean }[],
): Promise<string[]> {
  let isHidden = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const prompt = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  const lines = prompt[Symbol.asyncIterator]();
  const answers: string[] = [];
  for (const question of questions) {
    prompt.setPrompt(`${question.text}: `);
    prompt.prompt();
    isHidden = question.isHidden === true;
    const { value, done } = await lines.next();
    if (isHidden || !process.stdin.isTTY) process.stdout.write('\n');
    isHidden = false;
    if (done === true) break;
    answers.push(value);
  }
  prompt.close();
  return answers;
}

async function run(): Promise<void> {
  const { databaseUrl, dataDir } = readEnv(process.env);
  const [email, name, password, repeated] = await ask([
    { text: 'Email' },
    { text: 'Name' },
    { text: 'Password', isHidden: true },
    { text: 'Password again', isHidden: true },
  ]);
  const admin = newAdminSchema.safeParse({ email, name, password });
  if (!admin.success) throw new StartupError(admin.error.issues.map(({ message }) => message).join('; '));
  if (repeated !== password) throw new StartupError('The two passwords are not the same');

  // Not exclusive: the server may be running on the same data.
  const database = await openDatabase({ databaseUrl, dataDir, exclusive: false });
  try {
    if (!(await createAdmin(database.db, Date.now(), admin.data)))
      throw new StartupError(`${admin.data.email} is already an admin`);
  } finally {
    await database.close();
  }
  process.stdout.write(`${admin.data.email} can now sign in at /admin-login.\n`);
}

try {
  await run();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`No admin was created. ${error.message}.\n`);
  process.exitCode = 1;
}
