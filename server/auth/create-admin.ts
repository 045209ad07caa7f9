// `npm run admin:create`: asks for an admin's email, name and password, and creates the account.
// For an existing admin it restores access: it sets a new password and switches two-factor
// authentication off.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { newAdminSchema } from '../../domain/auth/new-admin.ts';
import { StartupError } from '../base/startup-error.ts';
import type { Context } from '../engine/context.ts';
import { openDatabase } from '../engine/database.ts';
import { readEnv } from '../process/env.ts';
import { type Credentials, findCredentials } from '../sessions/credentials.ts';
import { isBlocked } from './admins.ts';
import { addAdmin, restoreAccess } from './change-admins.ts';

interface Prompt {
  /** The line typed or piped; undefined at the end of input. With `isHidden` it is not echoed. */
  ask(text: string, isHidden?: boolean): Promise<string | undefined>;
  say(text: string): void;
  close(): void;
}

function openPrompt(): Prompt {
  let isHiding = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHiding) process.stdout.write(chunk);
      done();
    },
  });
  const prompt = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  const lines = prompt[Symbol.asyncIterator]();
  let isOver = false;
  prompt.once('close', () => {
    isOver = true;
  });
  return {
    async ask(text, isHidden = false) {
      // A pipe can end long before its lines are read.
      if (isOver) process.stdout.write(`${text}: `);
      else {
        prompt.setPrompt(`${text}: `);
        prompt.prompt();
      }
      isHiding = isHidden;
      const { value, done } = await lines.next();
      if (isHidden || !process.stdin.isTTY) process.stdout.write('\n');
      isHiding = false;
      return done === true ? undefined : value;
    },
    say(text) {
      process.stdout.write(`${text}\n`);
    },
    close() {
      prompt.close();
    },
  };
}

type TypedAdmin = Readonly<Partial<Record<'email' | 'name' | 'password', string | undefined>>>;

function check(typed: TypedAdmin) {
  const admin = newAdminSchema.safeParse(typed);
  if (admin.success) return admin.data;
  throw new StartupError(admin.error.issues.map(({ message }) => message).join('; '));
}

async function askPassword(prompt: Prompt): Promise<string | undefined> {
  const password = await prompt.ask('Password', true);
  const repeated = await prompt.ask('Password again', true);
  if (repeated !== password) throw new StartupError('The two passwords are not the same');
  return password;
}

async function create(prompt: Prompt, context: Context, email: string): Promise<void> {
  const name = await prompt.ask('Name');
  const admin = check({ email, name, password: await askPassword(prompt) });
  if (!(await addAdmin(context, admin)))
    throw new StartupError(`${email} has become an admin in the meantime`);
}

async function restore(prompt: Prompt, context: Context, admin: Credentials): Promise<void> {
  prompt.say(`
${admin.email} is an admin already (${admin.name}${isBlocked(admin) ? ', blocked' : ''}). If you go on, that account gets a new password, two-factor authentication
is switched off, all its devices are signed out and its emailed links end. It is recorded, and every admin is told by email.
`);
  const answer = await prompt.ask('Type "yes" to go on');
  if (answer?.trim().toLowerCase() !== 'yes')
    throw new StartupError('It was not confirmed with "yes"');
  const { password } = check({ ...admin, password: await askPassword(prompt) });
  await restoreAccess(context, { adminId: admin.id, password });
}

async function run(prompt: Prompt): Promise<void> {
  const { databaseUrl, dataDir } = readEnv(process.env);
  const typed = await prompt.ask('Email');
  const email = newAdminSchema.shape.email.safeParse(typed);
  if (!email.success)
    throw new StartupError(email.error.issues.map(({ message }) => message).join('; '));
  // The database is not locked: the server may be running on it.
  const database = await openDatabase({ databaseUrl, dataDir, exclusive: false });
  try {
    const existing = await findCredentials(database.db, 'admin', email.data);
    const context = { database, now: Date.now(), actor: null };
    await (existing === undefined
      ? create(prompt, context, email.data)
      : restore(prompt, context, existing));
  } finally {
    await database.close();
  }
  prompt.say(`${email.data} can now sign in at /admin-login.`);
}

const prompt = openPrompt();
try {
  await run(prompt);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`Nothing was changed. ${error.message}.\n`);
  process.exitCode = 1;
} finally {
  prompt.close();
}
