// Each fault of a PostgreSQL that a start can meet, in words.
import { expect, test } from 'vitest';

import { describeStartFault } from './prepare.ts';

const session = { role: 'lessons', database: 'the "lessons"', isStandby: false };
const describeCode = (code: string, message = 'said', changes = {}) =>
  describeStartFault(Object.assign(new Error(message), { code }), { ...session, ...changes });

test.each([
  ['28P01', `alter role "lessons" password '...'`],
  ['28000', 'alter role "lessons" login'],
  ['3D000', `create database "the ""lessons""" owner "lessons"`],
  ['3F000', 'reset search_path'],
  ['25006', 'alter database "the ""lessons""" reset default_transaction_read_only'],
  ['57014', 'alter role "lessons" reset statement_timeout'],
  ['25P03', 'alter role "lessons" reset idle_in_transaction_session_timeout'],
  ['25P04', 'alter role "lessons" reset transaction_timeout'],
  ['57P05', 'alter role "lessons" reset idle_session_timeout'],
  ['53300', 'alter role "lessons" connection limit -1'],
  ['53100', 'Make room there'],
  ['42P07', 'Use an empty one: create database'],
  ['42710', 'Use an empty one: create database'],
  ['42723', 'Use an empty one: create database'],
])('%s is answered with the statement that helps', (code, statement) => {
  expect(describeCode(code)).toContain(statement);
  expect(describeCode(code)).toMatch(/\(?said( \(\w+\))?\)?.*\.$/);
});

test.each([
  ['permission denied for schema public', 'grant usage, create on schema public to "lessons"'],
  ['permission denied for table schema_migrations', '--no-owner --role="lessons"'],
  ['must be owner of table lessons', '--no-owner --role="lessons"'],
  ['permission denied for database "x"', 'alter database "the ""lessons""" owner to "lessons"'],
])('a missing right: %s', (message, statement) => {
  expect(describeCode('42501', message)).toContain(statement);
});

test('a standby is told apart from a database that is set to read only', () => {
  expect(describeCode('25006', 'said', { isStandby: true })).toContain('Name the primary');
});

test.each(['42601', '42P01', '23505', '', 'ECONNREFUSED'])('%s is no such fault', (code) => {
  expect(describeCode(code)).toBeNull();
});
