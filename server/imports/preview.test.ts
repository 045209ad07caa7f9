// Moving in from another product: the preview of a file.
import { describe, expect } from 'vitest';

import { fileOf, HEADER, preview, rowOf } from '../testing/accounts/imports.ts';
import { newEmail } from '../testing/accounts/invitations.ts';
import type { TestApp } from '../testing/app.ts';
import { sharedTest as test } from '../testing/test.ts';

const familiesIn = ({ database: { db } }: TestApp) =>
  db
    .selectFrom('families')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();

describe('the preview', () => {
  test('shows every row with its problems, and the totals', async ({ tutor, family }) => {
    const email = newEmail();
    const rows = [
      rowOf({ email }),
      rowOf({ email: email.toUpperCase(), student: 'Ben', credits: '2' }),
      rowOf({ email: family.email.toUpperCase() }),
      rowOf({ credits: '-1' }),
    ];
    const previewed = await preview(tutor, fileOf(rows));
    expect(previewed).toMatchObject({ families: 1, students: 2, credits: 5 });
    expect(previewed.headers).toEqual(HEADER.split(','));
    expect(previewed.rows.map(({ line, problems }) => [line, problems[0]?.field])).toEqual([
      [2, undefined],
      [3, undefined],
      [4, 'Parent_Email'],
      [5, 'credits'],
    ]);
  });

  test('reads past titles, mends phone numbers, and names what is left out', async ({ tutor }) => {
    const email = newEmail();
    const lines = [
      'sep=;',
      'Clients;as of 1 May',
      'Parent 1 Name;Parent 1 Email;Client mobile;Pupil;Year;Balance',
      `="Sarah Khan";${email};7700900123;"Khan, Maya";L6;3`,
      `Sarah Khan;${email};07700900123;Ali Khan;Year 9;2`,
      `Sarah Khan;${email};4.47701E+11;Zoe Khan;;1`,
      'Total;;;;;6',
    ];
    const previewed = await preview(tutor, lines.join('\r\n'));
    expect(previewed).toMatchObject({ families: 1, students: 2, credits: 5 });
    expect(previewed.rows.map(({ problems }) => problems.map(({ field }) => field))).toEqual([
      [],
      [],
      ['Parent_Phone_Number'],
      ['Parent_Name'],
    ]);
    const [first, second] = previewed.rows;
    expect(first).toMatchObject({
      line: 3,
      Parent_Name: 'Sarah Khan',
      Parent_Phone_Number: '07700900123',
      Student_Name: 'Maya Khan',
      year_class: 'year-12',
    });
    expect(first).not.toHaveProperty('notes');
    expect(second?.notes).toEqual([
      {
        field: 'year_class',
        message: '"Year 9" is not Year 10, 11, 12 or 13, so no year is stored',
      },
    ]);
  });

  test('takes columns by hand of a file without a header', async ({ tutor }) => {
    const email = newEmail();
    const previewed = await preview(tutor, `Ann Lee,${email},07700900123,Ada`, {
      Parent_Name: 0,
      Parent_Email: 1,
      Parent_Phone_Number: 2,
      Student_Name: 3,
    });
    expect(previewed).toMatchObject({ headers: ['', '', '', ''], families: 1, students: 1 });
  });

  test('takes columns by hand and changes nothing', async ({ api, tutor }) => {
    const before = await familiesIn(api);
    const previewed = await preview(tutor, fileOf([rowOf({ student: 'Ada' })]), { Parent_Name: 3 });
    expect(previewed.columns).toMatchObject({ Parent_Name: 3, Parent_Email: 1 });
    expect(previewed.rows[0]).toMatchObject({ Parent_Name: 'Ada', problems: [{}] });
    expect(await familiesIn(api)).toEqual(before);
  });
});
