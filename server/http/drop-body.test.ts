// A body that is refused: a client that writes all of it before it reads gets the refusal.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';

import { describe, expect, onTestFinished } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { BODY_BYTES } from '../../domain/limits.ts';
import { PICTURE } from '../../domain/site/picture-files.ts';
import { test as base } from '../testing/test.ts';

const MEGABYTE = 1024 * 1024;

interface Upload {
  path: string;
  type?: string;
  token?: string;
  bytes: number;
  /** Without a declared length. */
  isChunked?: boolean;
}

const test = base.extend('send', async ({ api }) => {
  const port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
  /** Writes the whole body, and only then reads; returns the answer's text. */
  return async ({ path, type = 'application/json', token, bytes, isChunked = false }: Upload) => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const failed = once(socket, 'error').then(([error]) => String(error));
    const write = (data: Buffer | string) =>
      new Promise<void>((resolve) => {
        socket.write(data, () => resolve());
      });
    socket.pause();
    await write(
      [
        `POST ${path} HTTP/1.1`,
        'host: localhost',
        'connection: close',
        `content-type: ${type}`,
        ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
        isChunked ? 'transfer-encoding: chunked' : `content-length: ${bytes}`,
        '\r\n',
      ].join('\r\n'),
    );
    const writeAll = async () => {
      const part = Buffer.alloc(64 * 1024, 'x');
      for (let left = bytes; left > 0; left -= part.length) {
        const sent = part.subarray(0, Math.min(left, part.length));
        if (isChunked) await write(`${sent.length.toString(16)}\r\n`);
        await write(sent);
        if (isChunked) await write('\r\n');
      }
      if (isChunked) await write('0\r\n\r\n');
      return '';
    };
    const trouble = await Promise.race([writeAll(), failed]);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.resume();
    await Promise.race([once(socket, 'close'), failed]);
    return trouble + text;
  };
});

describe('a refused body', () => {
  test.for([
    ['a picture of 10.6 MB', Math.round(10.6 * MEGABYTE), false, /The file is larger than 10 MB/],
    ['one byte more than the maximum', PICTURE.bytes + 1, false, /The file is larger than 10 MB/],
    ['a picture of unknown length', PICTURE.bytes + MEGABYTE, true, /larger than 10 MB/],
  ] as const)(
    'that is too large is answered in its own words: %s',
    async ([, bytes, isChunked, words], { send, tutor }) => {
      const { path } = endpoints.uploadPicture;
      const answer = await send({ path, type: 'image/jpeg', token: tutor.token, bytes, isChunked });
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toMatch(words);
    },
  );

  test.for([
    [BODY_BYTES.json + 1, false],
    [2 * MEGABYTE, false],
    [2 * MEGABYTE, true],
  ] as const)(
    'that is too large is answered in its own words: a form of %i bytes',
    async ([bytes, isChunked], { send }) => {
      const { path } = endpoints.registerInterest;
      const answer = await send({ path, bytes, isChunked });
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain('"code":"payload_too_large"');
    },
  );

  test("is read before a stranger's picture is refused", async ({ send }) => {
    const { path } = endpoints.uploadPicture;
    const answer = await send({ path, type: 'image/jpeg', token: 'none', bytes: PICTURE.bytes });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('is not read to its end when it is far too large', async ({ api }) => {
    const port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    onTestFinished(() => void socket.destroy());
    socket.write(
      `POST ${endpoints.registerInterest.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${50 * MEGABYTE}\r\n\r\n{`,
    );
    const [answer] = (await once(socket, 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    await once(socket, 'close');
  });

  test('that never comes is waited for no longer than its client stays', async ({ api }) => {
    const port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const arrived = once(api.app.server, 'request');
    socket.write(
      `POST ${endpoints.registerInterest.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${BODY_BYTES.json + 9}\r\n\r\n{`,
    );
    const [request] = (await arrived) as [IncomingMessage];
    const isWaiting = () => request.listenerCount('data') > 0;
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
    socket.destroy();
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(false);
  });
});
