// The class of the drill of a hole. Each student is a thread that follows the room by the code of
// the page, on its own connections, and reports what it sees. Like Chromium, it keeps requests with
// and without credentials on separate connections.
import http from 'node:http';
import http2 from 'node:http2';
import type { Readable } from 'node:stream';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

import { SESSION_SECONDS } from '../../domain/auth/session.ts';
import { addressOf } from '../../domain/endpoint.ts';
import type { ParentUser } from '../../domain/people/account.ts';
import { getRoom, watchRoom } from '../../domain/rooms/endpoints.ts';
import { familyRoomEventSchema } from '../../domain/rooms/family-room.ts';

/** How the class reaches the server, which lesson it is in, and who it is. */
export interface Pupils {
  readonly url: string;
  readonly lessonId: string;
  readonly tokens: readonly string[];
}

/** A student saw a question, or 'open': their stream. */
export interface Report {
  readonly nth: number;
  readonly what: string;
  readonly at: number;
}

/** What a thread is given. */
interface Seat {
  readonly url: string;
  readonly lessonId: string;
  readonly token: string;
  readonly nth: number;
}

const agents = new Map<string, http.Agent>();
const sessions = new Map<string, http2.ClientHttp2Session>();

const aborted = () => new DOMException('aborted', 'AbortError');

function overHttp1(url: URL, token: string, init: RequestInit): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const mode = String(init.credentials);
  const agent = agents.get(mode) ?? new http.Agent({ keepAlive: true, maxSockets: 6 });
  agents.set(mode, agent);
  const request = http.request(url, {
    agent,
    method: init.method ?? 'GET',
    headers: { authorization: `Bearer ${token}` },
  });
  init.signal?.addEventListener('abort', () => request.destroy(aborted()));
  request.on('error', reject);
  request.on('response', (answer) => {
    resolve(new Response(bodyOf(answer, init.signal), { status: answer.statusCode ?? 500 }));
  });
  request.end();
  return promise;
}

/**
 * Chromium asks a connection that has been silent for this long whether it is alive, and how long.
 */
const PING_MS = { silence: 10_000, patience: 10_000 } as const;
const heardAt = new WeakMap<http2.ClientHttp2Session, number>();

function openSession(url: URL): http2.ClientHttp2Session {
  const session = http2.connect(url.origin, { rejectUnauthorized: false, servername: 'localhost' });
  session.on('error', () => {});
  heardAt.set(session, Date.now());
  return session;
}

/** Before a request, as in Chromium: a connection that does not answer is given up. */
function requireAnswer(session: http2.ClientHttp2Session): void {
  if (session.connecting || Date.now() - (heardAt.get(session) ?? 0) < PING_MS.silence) return;
  const timer = setTimeout(() => session.destroy(), PING_MS.patience);
  session.ping(() => clearTimeout(timer));
}

function overHttp2(url: URL, token: string, init: RequestInit): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const mode = String(init.credentials);
  const current = sessions.get(mode);
  // An attempt that nobody has answered is left to itself, and the next one has its own.
  const isUsable = current?.closed === false && !current.destroyed && !current.connecting;
  const session = isUsable ? current : openSession(url);
  sessions.set(mode, session);
  requireAnswer(session);
  const hear = () => heardAt.set(session, Date.now());
  const request = session.request({
    ':method': init.method ?? 'GET',
    ':path': url.pathname + url.search,
    ':authority': 'localhost',
    authorization: `Bearer ${token}`,
  });
  init.signal?.addEventListener('abort', () => {
    request.close(http2.constants.NGHTTP2_CANCEL);
    reject(aborted());
  });
  request.on('error', reject);
  request.on('data', hear);
  request.on('response', (headers) => {
    hear();
    resolve(new Response(bodyOf(request, init.signal), { status: Number(headers[':status']) }));
  });
  request.end();
  return promise;
}

/** An abort ends the reading at once, as in a browser. */
function bodyOf(source: Readable, signal: AbortSignal | null | undefined): ReadableStream {
  return new ReadableStream({
    start(controller) {
      let isOver = false;
      const end = (act: () => void) => {
        if (isOver) return;
        isOver = true;
        act();
      };
      source.on('data', (chunk: Buffer) => {
        if (!isOver) controller.enqueue(new Uint8Array(chunk));
      });
      source.on('end', () => end(() => controller.close()));
      source.on('error', (error) => end(() => controller.error(error)));
      source.on('close', () => end(() => controller.error(new TypeError('network error'))));
      signal?.addEventListener('abort', () => end(() => controller.error(aborted())));
    },
  });
}

/** The page needs somebody who is signed in; the server goes by the token. */
const PARENT: ParentUser = {
  id: 'family',
  Person_ID: 'person',
  role: 'parent',
  name: 'Pat',
  Student_Name: 'Sam',
  Parent_Name: 'Pat',
  Parent_Email: 'pat@example.com',
  email_confirmed: true,
  pending_email: null,
  Parent_Phone_Number: '07700900123',
  Credits: 1,
  Lessons_Attended: 0,
  Lessons_Booked: 0,
  reminder_hours: [24],
  letters: true,
  students: [],
};

/** Opens the page of one student. */
async function openPage({ url: base, lessonId, token, nth }: Seat): Promise<void> {
  const stored = new Map<string, string>();
  Object.assign(globalThis, {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    },
    fetch: (address: string, init: RequestInit): Promise<Response> => {
      const url = new URL(address, base);
      return (url.protocol === 'http:' ? overHttp1 : overHttp2)(url, token, init);
    },
  });
  // After the globals that they read.
  const { call } = await import('../../web/transport/client.ts');
  const { followEvents } = await import('../../web/transport/event-stream.ts');
  const { saveSession } = await import('../../web/transport/session.ts');

  saveSession('family', {
    session: {
      access_token: token,
      refresh_token: 'none',
      expires_at: Math.floor(Date.now() / 1000) + SESSION_SECONDS.family,
    },
    user: PARENT,
  });
  const tell = (what: string) => {
    const sighting: Report = { nth, what, at: Date.now() };
    // A thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort?.postMessage(sighting);
  };
  const params = { id: lessonId };
  followEvents(
    {
      address: addressOf(watchRoom, { params }),
      audience: 'family',
      event: familyRoomEventSchema,
    },
    {
      onEvent: (event) => {
        if (event.kind === 'asked' && event.asked !== null) tell(event.asked.Item_ID);
      },
      onGap: () => {
        call(getRoom, { params }).then(
          ({ room }) => {
            if (room.asked !== null) tell(room.asked.Item_ID);
          },
          // The page would show what it has; the stream brings the question.
          () => undefined,
        );
      },
      onLive: (isLive) => {
        if (isLive) tell('open');
      },
    },
  );
}

if (isMainThread) {
  const { url, lessonId, tokens } = JSON.parse(process.env['PUPILS'] ?? '') as Pupils;
  for (const [nth, token] of tokens.entries()) {
    const seat: Seat = { url, lessonId, token, nth };
    const worker = new Worker(new URL(import.meta.url), { workerData: seat });
    worker.on('message', (sighting: Report) => process.send?.(sighting));
  }
} else await openPage(workerData as Seat);
