// The shared setup of `npm run demo` and `npm run dev`: sample data in a temporary folder, and a
// Stripe stand-in.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { paths, roomPath, tutorRoomPath } from '../domain/paths.ts';
import { findFreePort, isPortFree } from '../server/base/free-port.ts';
import { openDatabase } from '../server/engine/database.ts';
import { DEMO_ADMIN, DEMO_NEW_FAMILY, DEMO_STUDENT, seed, type SeededRooms } from './seed.ts';
import { startStripeSandbox } from './stripe.ts';

export const HOST = '127.0.0.1';
const DEFAULT_PORT = 3000;

/** The usual port if it is free, otherwise any other. */
export async function usualPort(): Promise<number> {
  return (await isPortFree(DEFAULT_PORT)) ? DEFAULT_PORT : findFreePort();
}

export interface Stage {
  readonly dataDir: string;
  /** The environment variables of the server. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly rooms: SeededRooms;
  /** Deletes the data as well: close the server before. */
  close(): Promise<void>;
}

/** `site` is the address that people open, `port` the one that the server listens on. */
export async function setStage(site: string, port: number): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lessons-demo-'));
  const removeData = () => rmSync(dataDir, { recursive: true, force: true });
  // Runs however the process ends, unless it is killed.
  process.once('exit', removeData);
  const webhook = `http://${HOST}:${port}/api/payments/webhook`;
  const stripe = await startStripeSandbox({ webhook: { url: webhook, secret: 'whsec_demo' } });
  // Nobody listens yet.
  stripe.setWebhook(null);
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const rooms = await seed(database, Date.now(), stripe);
  await database.close();
  stripe.setWebhook(webhook);
  return {
    dataDir,
    variables: {
      PORT: String(port),
      HOST,
      APP_URL: site,
      DATA_DIR: dataDir,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
      SMTP_URL: process.env['SMTP_URL'],
      MAIL_FROM: process.env['MAIL_FROM'],
      RATE_LIMIT_SCALE: process.env['RATE_LIMIT_SCALE'],
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
    },
    rooms,
    async close() {
      process.off('exit', removeData);
      removeData();
      await stripe.close();
    },
  };
}

/** Where to click, and with which sign-in. */
export const whereToClick = (url: string, galleryUrl: string, rooms: SeededRooms): string => `
  Open ${url}

  1. Register interest   ${url}${paths.home}: press "Claim your free lesson!", fill in the form
  2. Buy, book, cancel   ${url}${paths.signIn}: ${DEMO_STUDENT.email} / ${DEMO_STUDENT.password} (${DEMO_STUDENT.credits} credits),
                         or make an account of your own at ${url}${paths.signUp}
                         The first lesson is free: ${DEMO_NEW_FAMILY.email} / ${DEMO_NEW_FAMILY.password}
                         Payments end at a stand-in of Stripe: no card is charged.
  3. Run the lessons     ${url}${paths.adminLogin}: ${DEMO_ADMIN.email} / ${DEMO_ADMIN.password}
                         enquiries, the weekly planner, booked lessons
  4. In the lesson       signed in as in 2: ${url}${roomPath(rooms.live)} (live now)
                         ${url}${roomPath(rooms.coming)} (to prepare)
                         ${url}${roomPath(rooms.past)} (over, with answers and slides)
                         ${url}${paths.practice} (what is due today)
                         signed in as in 3, in another browser or a private window:
                         ${url}${tutorRoomPath(rooms.live)} (ask a question there)
                         ${url}${paths.adminTopics} (the library of topics)
  5. See the emails      ${galleryUrl}: each of them with sample data
`;
