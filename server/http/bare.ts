// Responses outside of Fastify: to malformed HTTP, and to CONNECT, which names no path of this
// site.
import type { Duplex } from 'node:stream';

import type { FastifyInstance } from 'fastify';

import { Refusal } from '../../domain/errors.ts';
import { failureBody } from './errors.ts';
import { BARE_HEADERS } from './headers.ts';
import { methodRefusal } from './methods.ts';

const REASONS: Readonly<Record<number, string>> = { 400: 'Bad Request', 405: 'Method Not Allowed' };

const GOODBYE_MS = 1000;

/** Responds to a request that the parser could not read. */
export function answerNoHttp(_error: Error, socket: Duplex): void {
  endWith(socket, new Refusal('bad_json', { message: 'The request is not valid HTTP.' }));
}

/** Refuses CONNECT: without a listener, Node closes its connection without an answer. */
export function answerTunnels(app: FastifyInstance): void {
  app.server.on('connect', (_request, socket: Duplex) => {
    // A client that disconnects before the answer is not an error.
    socket.on('error', () => socket.destroy());
    endWith(socket, methodRefusal(['GET', 'HEAD']));
  });
}

function endWith(socket: Duplex, refusal: Refusal): void {
  if (!socket.writable) return;
  const body = JSON.stringify(failureBody(refusal));
  const headers = {
    ...BARE_HEADERS,
    ...refusal.headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // The HTTP server no longer handles the connection. Discarding further input makes the client's
  // end visible; a client that never ends the connection is not waited for.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), GOODBYE_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.end(
    `HTTP/1.1 ${refusal.status} ${REASONS[refusal.status] ?? ''}\r\n${head.join('')}\r\n${body}`,
  );
}
