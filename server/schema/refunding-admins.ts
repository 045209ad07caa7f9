// Which admin has asked for a refund, for the email about it.
const statement = 'alter table refunds add column admin_id text references admins (id)';

export const refundingAdmins = (): string[] => [statement];
