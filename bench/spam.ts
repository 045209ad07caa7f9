// `npm run bench:spam`: runs SpamAssassin and rspamd on a sample of every email and prints the
// rules that match. Needs Debian's packages spamassassin and rspamd. Network checks are off,
// because they judge the server that sends.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { DEFAULT_GREETING } from '../domain/tutor/settings.ts';
import { sampleEmails } from '../sandbox/emails.ts';
import { EMAIL_FOLDER, folderTransport } from '../server/email/transport.ts';
import { SENDER } from '../server/testing/sender.ts';

const run = promisify(execFile);
/** The maximum score of a rule that the email itself triggers. */
const MAX_SCORE = 0.2;
/** A site as others see it: an address for tests would count against it. */
const sender = { ...SENDER, siteUrl: 'https://physics.example.com' };
/** A file has passed no server yet. */
const OF_THE_FILE: readonly string[] = ['NO_RECEIVED', 'NO_RELAYS', 'HFILTER_HOSTNAME_UNKNOWN'];

interface Points {
  readonly rule: string;
  readonly points: number;
}

/** Writes each sample as a mail server receives it; returns the files by the samples' names. */
async function writeSamples(folder: string): Promise<ReadonlyMap<string, string>> {
  const transport = folderTransport(folder, async () => sender);
  const files = new Map<string, string>();
  for (const [index, [name, sample]] of Object.entries(sampleEmails).entries()) {
    const id = `sample-${index}`;
    await transport.send({
      id,
      recipient: 'sarah.khan@example.com',
      subject: sample.subject,
      body: JSON.stringify(sample.paragraphs),
      calendar: null,
      thread: null,
      thread_number: null,
      reply_to: null,
      admin_email: 'ada@example.com',
      greeting: DEFAULT_GREETING,
    });
    files.set(name, path.join(folder, EMAIL_FOLDER, `${id}.eml`));
  }
  return files;
}

/** Each line of its report is ' 1.0 FONT_INVIS_MSGID  What it means'. */
async function askSpamAssassin(file: string): Promise<Points[]> {
  const { stdout } = await run('spamassassin', ['--local', '--test-mode', file], {
    maxBuffer: 2 ** 24,
  });
  return [...stdout.matchAll(/^ *(-?\d+\.\d+) ([A-Z][A-Z0-9_]+)\b/gm)].map(
    ([, points, rule = '']) => ({ rule, points: Number(points) }),
  );
}

/** Its daemon has to run (`rspamd -f`); each line of its report is 'Symbol: R_DKIM_NA (0.00)'. */
async function askRspamd(file: string): Promise<Points[]> {
  const { stdout } = await run('rspamc', ['symbols', file]);
  return [...stdout.matchAll(/^Symbol: ([A-Z][A-Z0-9_]+) ?\((-?\d+\.\d+)\)/gm)].map(
    ([, rule = '', points]) => ({ rule, points: Number(points) }),
  );
}

const folder = await mkdtemp(path.join(tmpdir(), 'spam-'));
try {
  const highest = new Map<string, number>();
  const files = await writeSamples(folder);
  for (const [name, file] of files) {
    const reports = await Promise.all([askSpamAssassin(file), askRspamd(file)]);
    const rules = reports.flat().filter(({ rule }) => !OF_THE_FILE.includes(rule));
    for (const { rule, points } of rules)
      highest.set(rule, Math.max(points, highest.get(rule) ?? points));
    const against = rules.filter(({ points }) => points > MAX_SCORE);
    if (against.length > 0) {
      process.exitCode = 1;
      console.log(name, against.map(({ rule, points }) => `${rule} ${points}`).join(', '));
    }
  }
  console.log(`${files.size} emails; the maximum score of each rule:`);
  for (const [rule, points] of highest) console.log(`${points.toFixed(1).padStart(6)} ${rule}`);
} finally {
  await rm(folder, { recursive: true });
}
