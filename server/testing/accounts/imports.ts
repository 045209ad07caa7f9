// Imports in tests, from files as other products write them.
import * as endpoints from '../../../domain/endpoints.ts';
import { inviteDue } from '../../imports/due-invitations.ts';
import type { TestApp } from '../app.ts';
import type { Caller } from '../caller.ts';
import { newEmail } from './invitations.ts';

export const HEADER = 'Parent name,Email,Phone,Student,Year,Credits';

/** A row of the file; by default of a new family with 3 credits. */
export const rowOf = ({
  name = 'Ann Lee',
  email = newEmail(),
  student = 'Ada',
  credits = '3',
}: Readonly<Partial<Record<'name' | 'email' | 'student' | 'credits', string>>> = {}): string =>
  `${name},${email},07700900123,${student},Year 12,${credits}`;

export const fileOf = (rows: string[]): string => [HEADER, ...rows].join('\r\n');

/** One file with `count` families, each with an account. */
export const manyRows = (count: number): string =>
  fileOf(Array.from({ length: count }, () => rowOf()));

export const preview = async (tutor: Caller, file: string | Buffer, columns?: object) => {
  const query = columns === undefined ? {} : { columns: JSON.stringify(columns) };
  return (await tutor.call(endpoints.previewImport, { file, query })).body.preview;
};

/** Imports the file. With `key`, as a request that can be repeated. */
export const importFile = async (
  tutor: Pick<Caller, 'call'>,
  file: string | Buffer,
  { invite = false, key }: { invite?: boolean; key?: string } = {},
) => {
  const { body } = await tutor.call(endpoints.importFamilies, {
    file,
    query: { invite: invite ? 'true' : 'false' },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
  return body.import;
};

/** Makes the invitations of earlier imports due. */
export async function makeDue({ database: { db }, clock }: TestApp): Promise<void> {
  await db.updateTable('due_import_invitations').set({ due_at: clock.now }).execute();
}

/** Sends the invitations of earlier imports, as if all of them were due. */
export async function inviteNow(api: TestApp): Promise<void> {
  await makeDue(api);
  await inviteDue(api.context(null));
}

export const undo = async (tutor: Pick<Caller, 'call'>, id: string) => {
  const { removed, kept } = (await tutor.call(endpoints.undoImport, { params: { id } })).body;
  return { removed, kept };
};
