// DATABASE_URL in all the forms that PostgreSQL's own programs accept.
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { forDriver, readPostgresAddress, splitPassword } from './address.ts';

test.each([
  'postgres://host/name',
  'postgresql://user:pass@host:5433/name?sslmode=require',
  'postgres://user:p%40ss@[::1]:5432/name',
  'postgres://user:p@ss@host/name',
  'postgres:///name?host=/var/run/postgresql',
  'postgres://user@/name?host=/var/run/postgresql&port=5433',
  'postgres://user:pass@localhost/name?host=/var/run/postgresql',
  'postgres://user@%2Fvar%2Frun%2Fpostgresql/name',
])('%s names one server and is left to the driver', (address) => {
  expect(readPostgresAddress(address)).toEqual([address]);
});

test.each([
  [
    'postgres://user:pass@one:5433,two/name?sslmode=require',
    [
      'postgres://user:pass@server/name?sslmode=require&host=one&port=5433',
      'postgres://user:pass@server/name?sslmode=require&host=two&port=5432',
    ],
  ],
  [
    'postgresql://one,two,[::1]:7/name?port=6000',
    [
      'postgresql://server/name?port=6000&host=one',
      'postgresql://server/name?port=6000&host=two',
      'postgresql://server/name?port=7&host=%3A%3A1',
    ],
  ],
  [
    'postgres:///name?host=/run/a,b&port=1,2&target_session_attrs=read-write',
    [
      'postgres://server/name?host=%2Frun%2Fa&port=1&target_session_attrs=read-write',
      'postgres://server/name?host=b&port=2&target_session_attrs=read-write',
    ],
  ],
])('%s names several, in their order', (address, each) => {
  expect(readPostgresAddress(address)).toEqual(each);
});

test.each([
  'lessons',
  'mysql://host/name',
  'postgres:/host/name',
  'postgres://one,/name',
  'postgres://one,,two/name',
  'postgres://one:99999,two/name',
  'postgres://one:x,two/name',
  'postgres://a b/name',
  'postgres://%zz/name',
  'postgres://%ff,two/name',
  'postgres:///name?host=a,b&port=1,2,3',
])('%s is no address', (address) => {
  expect(readPostgresAddress(address)).toBeNull();
});

test.each([
  ['postgres://u:p@db/name', false],
  ['postgres://u:p@db/name?sslmode=disable', false],
  ['postgres://u:p@db/name?sslmode=allow', false],
  ['postgres://u:p@db/name?sslmode=prefer', { rejectUnauthorized: false }],
  ['postgres://u:p@db/name?sslmode=require', { rejectUnauthorized: false }],
  ['postgres://u:p@db/name?sslmode=no-verify', { rejectUnauthorized: false }],
  ['postgres://u:p@db/name?sslmode=verify-full', {}],
  ['postgres://u:p@db/name?sslrootcert=system&sslmode=require', {}],
])('the driver reads %s as psql does', (address, ssl) => {
  const warn = vi.spyOn(process, 'emitWarning');
  onTestFinished(() => warn.mockRestore());
  const client = new pg.Client({ connectionString: forDriver(address) });
  expect(client).toMatchObject({ user: 'u', password: 'p', host: 'db', database: 'name' });
  expect(client.ssl).toEqual(ssl);
  expect(warn).not.toHaveBeenCalled();
});

test('an address that names the driver’s own way is left as it is', () => {
  for (const search of ['uselibpqcompat=false&sslmode=require', 'ssl=true', 'application_name=a'])
    expect(forDriver(`postgres://db/name?${search}`)).toBe(`postgres://db/name?${search}`);
});

describe('splitPassword', () => {
  test.each([
    ['postgres://ada:se%40cret@db/lessons', 'postgres://ada@db/lessons', 'se@cret'],
    ['postgres://ada:a:b@db:5433/lessons', 'postgres://ada@db:5433/lessons', 'a:b'],
    ['postgres://ada@db/lessons', 'postgres://ada@db/lessons', null],
    ['postgres://db/lessons?password=x&user=ada', 'postgres://db/lessons?user=ada', 'x'],
    [
      'postgres://ada:x@one:1,two:2/lessons?ssl=true&application_name=a+b',
      'postgres://ada@one:1,two:2/lessons?application_name=a%20b&sslmode=require',
      'x',
    ],
    [
      'postgres://ada@/lessons?host=/var/run/postgresql',
      'postgres://ada@/lessons?host=%2Fvar%2Frun%2Fpostgresql',
      null,
    ],
  ])('splits %s', (written, address, password) => {
    expect(splitPassword(written)).toEqual({ address, password });
  });
});
