// The temporary folder of a drill. All of its processes run there and are killed however the drill
// ends; the folder is removed only after a drill that went well.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { WELL } from './inhabitants.ts';

interface DrillFolder {
  readonly path: string;
  /** Ends its processes. Unless all was well, the folder with the logs stays. */
  leave(isWell: boolean): Promise<void>;
}

export function makeDrillFolder(name: string): DrillFolder {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), `lessons-${name}-`)));
  // Some of its processes run as another user.
  chmodSync(folder, 0o755);
  const watcher = spawn(process.execPath, [path.join(import.meta.dirname, 'watcher.ts'), folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  const exited = once(watcher, 'exit');
  return {
    path: folder,
    async leave(isWell) {
      watcher.stdin.end(isWell ? WELL : '');
      await exited;
    },
  };
}
