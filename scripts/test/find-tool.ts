// Finds programs that the tests of ops/deploy/ need: on this machine, or unpacked from the packages
// of Debian without installing them, so that no service starts.
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from './steps.ts';

const TOOLS = path.join(root, '.cache', 'tools');
const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** The path of a program; null if it is not here. */
export function findTool(name: string): string | null {
  const unpacked = ['sbin', 'bin'].map((folder) => path.join(TOOLS, name, 'usr', folder));
  const places = [...(process.env['PATH'] ?? '').split(path.delimiter), ...FOLDERS, ...unpacked];
  return places.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** Unpacks what is missing where there are Debian's packages; elsewhere its tests are skipped. */
export async function unpackTools(names: string[]): Promise<void> {
  const run = promisify(execFile);
  for (const name of names.filter((each) => findTool(each) === null)) {
    const folder = path.join(TOOLS, name);
    mkdirSync(folder, { recursive: true });
    try {
      await run('apt-get', ['-qq', 'download', name], { cwd: folder });
      const [file = ''] = globSync('*.deb', { cwd: folder });
      await run('dpkg-deb', ['-x', file, '.'], { cwd: folder });
    } catch (error) {
      console.log(`${name} could not be unpacked, so its tests are skipped (${String(error)}).`);
    }
  }
}
