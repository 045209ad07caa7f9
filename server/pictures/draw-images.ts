// A process of its own that makes the share image and the icons from their drawings.
import sharp from 'sharp';

import type { Drawings } from './drawings.ts';
import { giveWay } from './give-way.ts';
import { makeImages } from './images.ts';

giveWay();
sharp.concurrency(1);
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', (drawings: Drawings) => {
  void makeImages(drawings).then((files) => process.send?.(files, () => process.exit()));
});
