// Which refusals of a probe count as no write: anything else would make the drill look well.
import { expect, test } from 'vitest';

import { outcomeOf } from './probe.ts';

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code });

test.for([
  ['read-only', failure('cannot execute INSERT in a read-only transaction', '25006')],
  ['away', failure('the database system is starting up', '57P03')],
  ['away', failure('terminating connection due to administrator command', '57P01')],
  ['away', failure('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED')],
  ['away', failure('timeout expired')],
  ['away', failure('Query read timeout')],
] as const)('counts as %s: %s', ([outcome, error]) => {
  expect(outcomeOf(error)).toBe(outcome);
});

test.for([
  failure('password authentication failed for user "postgres"', '28P01'),
  failure('no pg_hba.conf entry for host "127.0.0.1"', '28000'),
  failure('relation "drill_probe" does not exist', '42P01'),
  failure('sorry, too many clients already', '53300'),
  failure('something else'),
])('throws at %s', (error) => {
  expect(() => outcomeOf(error)).toThrow('for a reason of its own');
});
