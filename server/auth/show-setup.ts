// Shows the operator of a server without an admin the one-time address that makes the first one: on
// the terminal, or in a file of the data folder. It never goes to the log.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { FastifyBaseLogger } from 'fastify';

import { setupPath } from '../../domain/paths.ts';
import type { Context } from '../engine/context.ts';
import type { Job } from '../process/repeat.ts';
import { deleteSetupTokens, hasAdmin, createSetupToken, SETUP_MINUTES } from './setup.ts';

/** In the data folder. */
export const SETUP_FILE = 'setup-address';
/** Files that are being written; one remains if the process is killed meanwhile. */
const UNFINISHED = /^setup-address\.[0-9a-f]+\.part$/;
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
/** How soon the file is gone once there is an admin. */
const EVERY_MS = 2000;

interface Operator {
  appUrl: string;
  dataDir: string;
  /** The terminal that the server was started in; null without one. */
  terminal: { write(text: string): unknown } | null;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Shows an address now, and a new one whenever it has expired, until there is an admin. Several
 * processes on one database each show their own, and every one works until one was used.
 */
export const showSetupJob = (operator: Operator): Job => ({
  everyMs: EVERY_MS,
  work: setupShower(operator),
  complaint: 'failed to offer the address that makes the first admin; will retry',
});

/** The work of one turn, for tests with a clock of their own. */
export function setupShower(operator: Operator): (context: Context) => Promise<void> {
  let validUntil = 0;
  let isOver = false;
  return async (context) => {
    const { db } = context.database;
    if (isOver) return;
    if (await hasAdmin(db)) {
      await deleteSetupTokens(db);
      await removeFile(operator);
      isOver = true;
      return;
    }
    if (context.now < validUntil) return;
    const setup = await createSetupToken(context);
    if (setup === null) return;
    await tell(operator, `${operator.appUrl}${setupPath(setup.token)}`);
    validUntil = setup.expiresAt;
  };
}

const NO_ADMIN = 'there is no admin yet: nobody can plan lessons.';

async function tell({ terminal, dataDir, log }: Operator, address: string): Promise<void> {
  if (terminal !== null) {
    terminal.write(
      `There is no admin yet. Open this address within ${SETUP_MINUTES} minutes to make your account: ${address}\n`,
    );
    return;
  }
  const file = join(resolve(dataDir), SETUP_FILE);
  try {
    await writePrivate(dataDir, file, `${address}\n`);
  } catch (error) {
    // Retried when this address has expired; the server itself works.
    log.warn(
      { err: error },
      `${NO_ADMIN} The address that makes one could not be written to ${file}. Make one with "npm run admin:create"`,
    );
    return;
  }
  log.warn(
    `${NO_ADMIN} Open the address in the file ${file} within ${SETUP_MINUTES} minutes, or use "npm run admin:create"`,
  );
}

/** Replaces the file at once: nobody reads half of it, and nobody else may read it. */
async function writePrivate(folder: string, file: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    await writeFile(unfinished, text, { mode: PRIVATE_FILE, flag: 'wx' });
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function removeFile({ dataDir, log }: Operator): Promise<void> {
  try {
    const files = await readdir(dataDir);
    for (const file of files.filter((name) => name === SETUP_FILE || UNFINISHED.test(name)))
      await rm(join(dataDir, file), { force: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    log.warn({ err: error }, `the used ${SETUP_FILE} could not be removed from ${dataDir}`);
  }
}
