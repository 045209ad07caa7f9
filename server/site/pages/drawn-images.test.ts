// The images that are served while newer ones are drawn.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';

import { testFolder } from '../../testing/test-folder.ts';
import { serveDrawnImages } from './drawn-images.ts';

const square = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M0 0H32V32H0Z" fill="${colour}"/></svg>`;
const drawingsOf = (colour: string) => ({ share: square(colour), icon: square(colour) });

test('shows what was asked for last, whatever is drawn first', async () => {
  const folder = await mkdtemp(join(testFolder(), 'images-'));
  const app = Fastify();
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  const images = await serveDrawnImages(app, { folder });
  const statusOf = async () => (await app.inject('/icon.svg')).statusCode;
  const drawing = images.show(drawingsOf('#111111'));
  await images.show(null);
  await drawing;
  expect(await statusOf()).toBe(404);
  await images.show(drawingsOf('#222222'));
  expect((await app.inject('/icon.svg')).body).toContain('#222222');
});
