// When the last backup of this site was made: a file in the data folder, for `npm run doctor`.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { StartupError } from '../../server/base/startup-error.ts';
import { codeOf, reasonOf } from '../../server/engine/away.ts';

const FILE = 'last-backup';

/** Records a complete copy. Throws a StartupError if that cannot be written; the copy stays. */
export async function recordBackup(dataDir: string, now: number): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(join(dataDir, FILE), `${new Date(now).toISOString()}\n`, { mode: 0o600 });
  } catch (cause) {
    throw new StartupError(
      `The copy is complete, but its time could not be noted in ${join(dataDir, FILE)} (${reasonOf(cause)}). Run backups as the user of the server, with its DATA_DIR.`,
      { cause },
    );
  }
}

/** When the last backup was made, in epoch milliseconds; null if none is known. */
export async function readLastBackup(dataDir: string): Promise<number | null> {
  try {
    const at = Date.parse((await readFile(join(dataDir, FILE), 'utf8')).trim());
    return Number.isNaN(at) ? null : at;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
