// The temporary folder of a drill, in which all of its processes run. However the drill ends, they
// are killed and the folder is removed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface DrillFolder {
  readonly path: string;
  remove(): Promise<void>;
}

export function makeDrillFolder(name: string): DrillFolder {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), `lessons-${name}-`)));
  // Some of its processes run as another user.
  chmodSync(folder, 0o755);
  const watcher = spawn(process.execPath, [path.join(import.meta.dirname, 'watcher.ts'), folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  const gone = once(watcher, 'exit');
  return {
    path: folder,
    async remove() {
      watcher.stdin.end();
      await gone;
    },
  };
}
