// The payments in a family's data export, with their refunds, disputes and lessons.
import type { FamilyData } from '../../domain/accounts/family-data.ts';
import { invoiceNumberOf } from '../../domain/payments/invoice.ts';
import { toWire } from '../accounts/personal-data/exported-rows.ts';
import type { Db } from '../engine/database.ts';
import { listLessonsByPayment } from './reservations/paid-lessons.ts';

export async function collectPayments(
  db: Db,
  familyId: string,
  now: number,
): Promise<FamilyData['payments']> {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('invoices', 'payment_id', 'payments.id')
    .select([
      'id',
      'year',
      'number',
      'issued_at',
      'session_id',
      'payment_intent',
      'status',
      'credits',
      'amount',
      'paid',
      'refunded_amount',
      'currency',
      'created_at',
    ])
    .where('family_id', '=', familyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const refunds = Map.groupBy(await listRefunds(db, familyId), ({ payment_id }) => payment_id);
  const disputes = Map.groupBy(await listDisputes(db, familyId), ({ payment_id }) => payment_id);
  const lessons = await listLessonsByPayment(db, familyId, now);
  return rows.map(({ year, number, ...row }) => ({
    ...toWire(row),
    invoice: invoiceNumberOf({ year, number }),
    refunds: (refunds.get(row.id) ?? []).map(({ payment_id: _, ...refund }) => toWire(refund)),
    lessons: [...(lessons.get(row.id) ?? [])],
    disputes: (disputes.get(row.id) ?? []).map(({ payment_id: _, ...dispute }) => toWire(dispute)),
  }));
}

const listRefunds = (db: Db, familyId: string) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select([
      'payment_id',
      'refunds.amount as amount',
      'refunds.credits as credits',
      'state',
      'made_by',
      'refunds.created_at as created_at',
    ])
    .where('family_id', '=', familyId)
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute();

const listDisputes = (db: Db, familyId: string) =>
  db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select([
      'payment_id',
      'disputes.id as id',
      'disputes.amount as amount',
      'disputes.status as status',
      'disputes.created_at as created_at',
    ])
    .where('family_id', '=', familyId)
    .orderBy('disputes.created_at')
    .execute();
