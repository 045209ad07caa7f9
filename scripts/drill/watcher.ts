// Runs beside a drill. When the drill is gone, for any reason, kills the processes in its folder and
// removes the folder.
import { rmSync } from 'node:fs';

import { killAll } from './inhabitants.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: watcher FOLDER');

// An interrupt on the terminal reaches the whole group; the watcher must survive it to clean up.
for (const interrupt of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(interrupt, () => {});

/** The pipe from the drill ends when the drill ends. */
process.stdin.resume().once('end', () => {
  void killAll(folder).then(() => rmSync(folder, { recursive: true, force: true }));
});
