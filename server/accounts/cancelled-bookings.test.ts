// Cancelled bookings pile up: a family that books and cancels all day makes no call slower.
import { expect, inject } from 'vitest';

import { planOf, queriesOf } from '../testing/database/statements.ts';
import { test } from '../testing/test.ts';
import { readParent } from './accounts.ts';

// PostgreSQL weighs its indexes by what the tables hold; the embedded engine chooses one for good.
test.runIf(inject('engine') === 'sqlite')(
  'counts lessons by the index of active bookings',
  async ({ api, family }) => {
    const member = { id: family.personId, familyId: family.id };
    const queries = await queriesOf(api, async ({ db }) => {
      await readParent(db, member, api.clock.now);
    });
    const ways: string[] = [];
    for (const query of queries.filter(({ sql }) => sql.includes('"bookings"')))
      ways.push(...(await planOf(api, query)).filter((detail) => / bookings /.test(detail)));
    expect(ways).toEqual([expect.stringContaining('bookings_active_of_family')]);
  },
);
