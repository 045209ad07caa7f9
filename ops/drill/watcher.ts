// Runs beside a drill. When the drill is gone, for any reason, kills the processes in its folder.
// If the drill said that all was well, removes the folder, and else says where it is.
import { rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';

import { killAll, WELL } from './inhabitants.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: watcher FOLDER');

// An interrupt on the terminal reaches the whole group; the watcher must survive it to clean up.
for (const interrupt of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(interrupt, () => {});

/** The pipe from the drill ends when the drill ends. */
const outcome = await text(process.stdin);
await killAll(folder);
if (outcome === WELL) rmSync(folder, { recursive: true, force: true });
else console.error(`The logs and data of the drill are in ${folder}; remove it after use.`);
