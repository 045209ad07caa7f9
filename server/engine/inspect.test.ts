// How the doctor finds the connection to PostgreSQL protected.
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import pg from 'pg';
import { expect, test } from 'vitest';

import { protectionOf } from './inspect.ts';
import { forDriver } from './postgres/address.ts';

/** An open connection whose certificate is right. */
const connectedTo = (remoteAddress: string | undefined, kind: typeof Socket | typeof TLSSocket) =>
  Object.create(kind.prototype, {
    remoteAddress: { value: remoteAddress },
    authorized: { value: true },
  }) as Socket;

const sslOf = (search: string) =>
  new pg.Client({ connectionString: forDriver(`postgres://db/name?${search}`) }).ssl;

test.each([
  ['sslmode=prefer', 'encrypted'],
  ['sslmode=require', 'encrypted'],
  // Any file will do here.
  [`sslmode=verify-ca&sslrootcert=${import.meta.filename}`, 'encrypted'],
  ['sslmode=verify-full', 'verified'],
] as const)('%s: %s, though the certificate is right', (search, expected) => {
  expect(protectionOf(connectedTo('10.0.0.9', TLSSocket), sslOf(search))).toBe(expected);
});

test.each([
  ['10.0.0.9', 'none'],
  ['127.0.0.1', 'local'],
  ['::1', 'local'],
  [undefined, 'local'],
])('without encryption, a connection to %s is %s', (address, expected) => {
  expect(protectionOf(connectedTo(address, Socket), false)).toBe(expected);
});
