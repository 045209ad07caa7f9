// What enquiries do when something happens to an account.
import type { FamilyData } from '../../domain/accounts/family-data.ts';
import { isSamePhone } from '../../domain/phone-numbers.ts';
import type { AccountListener, ExportedFamily, AddressChange } from '../accounts/listeners.ts';
import { listExportedEmails, toWire } from '../accounts/personal-data/exported-rows.ts';
import type { Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { addMarks, deleteMarks } from '../people/once-marks.ts';
import { eraseCaughtFormsOf, listCaughtFormsOf } from './caught.ts';
import { eraseEnquiriesOf, eraseEnquiriesOfFamily } from './erasure.ts';
import { claimEnquiries, disownEnquiries } from './family-enquiries.ts';
import { findEnquiryInvitation } from './redeem.ts';
import { endGrant, readMarks } from './unconfirmed-grants.ts';

export const account: AccountListener = {
  signedUp: (work, { familyId, ...contact }) => claimEnquiries(work, familyId, contact),
  afterAddressChange: followAddressChange,
  beforeFamilyLeaves: async (work, family) => {
    await endGrant(work, family);
    await eraseEnquiriesOfFamily(work, family.id);
  },
  beforePersonLeaves: eraseFormsOfParent,
  exportData: collectSent,
  findInvitation: findEnquiryInvitation,
};

/** Erases what a parent sent. */
async function eraseFormsOfParent(work: Work, personId: string): Promise<void> {
  const person = await work.tx
    .selectFrom('people')
    .select(['family_id', 'email', 'phone'])
    .where('id', '=', personId)
    .executeTakeFirst();
  if (person === undefined || person.phone === null) return;
  const { family_id: familyId, email, phone } = person;
  const addresses = [email, ...(await findFormerAddresses(work.tx, { familyId, personId }))];
  // First what the tutor may be restoring at this moment: the enquiry that it becomes is seen then.
  await eraseCaughtFormsOf(work, { addresses, phone });
  await eraseEnquiriesOf(work, { familyId, addresses, phone });
}

async function collectSent(db: Db, { id, people }: ExportedFamily): Promise<Partial<FamilyData>> {
  const enquiries = await collectEnquiries(db, id, people);
  const ids = enquiries.map((enquiry) => enquiry.id);
  return {
    enquiries: enquiries.map(({ id: _, ...enquiry }) => enquiry),
    caught: await collectCaughtForms(db, people),
    emails:
      ids.length === 0
        ? []
        : await listExportedEmails(db, (all) => all.where('enquiry_id', 'in', ids)),
  };
}

type Enquirers = ExportedFamily['people'];

/**
 * Enquiries contain the tutor's notes. A stranger can have signed up with the address and even the
 * phone number of an enquirer, so none is shown from an address that nobody has confirmed.
 */
async function collectEnquiries(db: Db, familyId: string, people: Enquirers) {
  const columns = [
    'id',
    'email',
    'name',
    'mobile',
    'year_class',
    'status',
    'note',
    'created_at',
    'answered_at',
  ] as const;
  const enquiries = await db
    .selectFrom('enquiries')
    .select(columns)
    .where('family_id', '=', familyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const isProven = (person: Enquirers[number]) => person.email_confirmed_at !== null;
  const unproven = people.filter((person) => !isProven(person)).map(({ email }) => email);
  const own = enquiries.filter(({ email }) => !unproven.includes(email));
  for (const { email, phone } of people.filter(isProven)) {
    if (phone === null) continue;
    const rows = await db
      .selectFrom('enquiries')
      .select(columns)
      .where((eb) => eb.or([eb('family_id', 'is', null), eb('family_id', '<>', familyId)]))
      .where('email', '=', email)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    own.push(...rows.filter(({ mobile }) => isSamePhone(mobile, phone)));
  }
  return own.map(toWire);
}

/** Forms from confirmed addresses, as for enquiries. */
async function collectCaughtForms(db: Db, people: Enquirers): Promise<FamilyData['caught']> {
  const matches = [];
  for (const { email, email_confirmed_at, phone } of people)
    if (phone !== null && email_confirmed_at !== null)
      matches.push(...(await listCaughtFormsOf(db, { addresses: [email], phone })));
  return matches.map(({ id: _, ...form }) => toWire(form));
}

/**
 * Takes the enquiries from the old address away from the family, and decides its free lesson, which
 * stays. Leaves a free lesson that was withdrawn as it is.
 */
export async function followAddressChange(
  work: Work,
  { familyId, email, marks: { before, after } }: AddressChange,
): Promise<void> {
  await disownEnquiries(work, familyId, email);
  const grant = await work.tx
    .deleteFrom('unconfirmed_grants')
    .where('family_id', '=', familyId)
    .where('withdrawn_entry', 'is', null)
    .returning('marks')
    .executeTakeFirst();
  if (grant === undefined || before === null || after === null) return;
  if (!readMarks(grant).includes(before)) return;
  await deleteMarks(work, 'free_lesson', [before]);
  // An address that has had its own free lesson is marked already.
  await addMarks(work, 'free_lesson', [after]);
}

/**
 * The addresses that the person's emails went to before an email change, except those that another
 * person or an admin has now.
 */
async function findFormerAddresses(
  db: Db,
  { familyId, personId }: { familyId: string; personId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('emails')
    .select('recipient')
    .distinct()
    .where('family_id', '=', familyId)
    .where('person_id', '=', personId)
    .where('recipient', '<>', '')
    .where((eb) =>
      eb.or([eb('cause', 'like', 'welcome:%'), eb('cause', 'like', 'email-changed:%')]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('people')
            .select('people.id')
            .whereRef('email', '=', 'recipient')
            .where('people.id', '!=', personId),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('admins').select('admins.id').whereRef('email', '=', 'recipient')),
      ),
    )
    .execute();
  return rows.map(({ recipient }) => recipient);
}
