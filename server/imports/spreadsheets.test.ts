// Files that spreadsheets have saved, as bytes: our own export of enquiries, opened and saved again
// by LibreOffice 7.4.7 and by Gnumeric 1.12.55, and what they make of cells of other products.
import { expect, test } from 'vitest';

import { recogniseColumns } from '../../domain/imports/columns.ts';
import { createRowReader } from '../../domain/imports/rows.ts';
import { readTable } from './read-table.ts';

const HEADER = 'Name,Email,Mobile,Year,Registered,Status,Answered,Note';
const MADE = 'New,,';
const when = '"01/07/2026, 09:00"';

test.for([
  [
    'LibreOffice',
    [
      `Ann O’Lee,ann0@example.com,07700 900123,Year 12,${when},${MADE}'007`,
      `Bob O’Lee,ann1@example.com,'+447700900123,Year 12,${when},${MADE}"'=1+1, 2"`,
      `Cy O’Lee,ann2@example.com,44770 0900123,Year 12,${when},${MADE}`,
    ],
  ],
  [
    'Gnumeric',
    [
      `"Ann O’Lee",ann0@example.com,"07700 900123","Year 12",${when},${MADE}007`,
      `"Bob O’Lee",ann1@example.com,+447700900123,"Year 12",${when},${MADE}"=1+1, 2"`,
      `"Cy O’Lee",ann2@example.com,"44770 0900123","Year 12",${when},${MADE}`,
    ],
  ],
] as const)('reads our own export back from %s, without a changed digit', ([, lines]) => {
  expect(phonesIn([HEADER, ...lines].join('\n'))).toEqual([
    '07700900123',
    '+447700900123',
    '447700900123',
  ]);
});

// 07700900123, 447700900123 and ="07700900123", opened and saved again.
test.for([
  ['LibreOffice', 'Ann,a@example.com,7700900123\nBob,b@example.com,447700900123'],
  ['Gnumeric', 'Ann,a@example.com,7700900123\nBob,b@example.com,447700900123'],
  [
    'Excel, in a narrow column',
    'Ann,a@example.com,7700900123\nBob,b@example.com,4.47700900123E+11',
  ],
  ['a formula', 'Ann,a@example.com,="07700900123"\nBob,b@example.com,"=""447700900123"""'],
] as const)('puts back the first 0 that %s has taken away', ([, lines]) => {
  expect(phonesIn(`Name,Email,Phone\n${lines}`)).toEqual(['07700900123', '447700900123']);
});

function phonesIn(text: string): string[] {
  const { headers, rows } = readTable(Buffer.from(`\uFEFF${text}`));
  const readRow = createRowReader(recogniseColumns(headers), () => undefined);
  return rows.map(({ cells, line }) =>
    readRow(cells, line).Parent_Phone_Number.replaceAll(' ', ''),
  );
}
