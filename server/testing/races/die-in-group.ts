// A process that is killed when two transactions of a group have finished and the third is running,
// before the commit.
import { newId } from '../../base/ids.ts';
import { openDatabase } from '../../engine/database.ts';

const [dataDir = ''] = process.argv.slice(2);
const database = await openDatabase({ databaseUrl: null, dataDir });

const enquire = (name: string) =>
  database.transact(async (tx) => {
    const email = 'ann@example.com';
    await tx
      .insertInto('enquiries')
      .values({
        id: newId(),
        name,
        email,
        mobile: '07700900123',
        year_class: 'year-10',
        year_said_in: 2026,
        created_at: Date.now(),
      })
      .execute();
  });

await enquire('alone');
process.send?.('alone');
const group = ['first', 'second'].map(async (name) => {
  await enquire(name);
  process.send?.(name);
});
const dying = database.transact(async (tx) => {
  const rows = await tx.selectFrom('enquiries').select('name').execute();
  // Tells the test that the others had finished.
  process.send?.(`dies beside ${rows.length}`, () => process.kill(process.pid, 'SIGKILL'));
  await new Promise(() => undefined);
});
await Promise.all([...group, dying]);
