// Table-specific rules that the engine enforces beyond SQL constraints. They are defined here so
// that the engine knows no table.

/**
 * The constraint that SQLite only checks at a commit: a balance names the last entry of its ledger.
 * When several transactions share a commit, the engine checks it for each of them.
 */
export const deferredConstraint = {
  table: 'balances',
  key: 'family_id',
  /** Finds a row when the constraint is broken for the key. */
  broken: `select 1 from balances where family_id = ? and last_entry is not null
    and not exists (select 1 from credit_ledger where credit_ledger.family_id = balances.family_id
      and seq = last_entry and balance_after = credits)`,
} as const;

/**
 * What a restore takes from the database that it replaces, so that nothing is revived. The
 * statements name columns of the baseline alone: a copy is migrated only once it is restored.
 */
interface CarriedOver {
  /**
   * Queries on the replaced database, by the temporary table of the restored one that they fill.
   * The tables have an index on `key`.
   */
  readonly former: Readonly<Record<string, string>>;
  /** Statements on the restored database. `:now` is the time of the restore. */
  readonly taken: readonly string[];
  /** Statements that end something, counted by what they end. */
  readonly ended: readonly (readonly [what: string, statement: string])[];
}

/** Invoice numbers issued since the copy was made are not issued again. */
export const carriedNumbers: CarriedOver = {
  former: { former_years: 'select year as key, last from invoice_years' },
  taken: [
    `insert into invoice_years (year, last) select key, last from former_years where true
      on conflict (year) do update set last = excluded.last where invoice_years.last < excluded.last`,
  ],
  ended: [],
};

const isOver = (key: string) => `not exists (select 1 from former_active f where f.key = ${key})`;
const ofOthers = (id: string) => `not exists (select 1 from former_owners f where f.key = ${id})`;
const deleteOver = (table: string, key: string) => `delete from ${table} where ${isOver(key)}`;
const takePasswords = (table: string) =>
  `update ${table} set password_hash = f.password_hash from former_owners f
    where f.key = ${table}.id`;

/**
 * What had ended since the copy was made stays ended. If the replaced database cannot be read, its
 * temporary tables are empty and all of it ends; passwords then stay.
 */
export const carriedAccess: CarriedOver = {
  former: {
    former_active: `select id as key from sessions where ended_at is null
      union all select token_hash from password_resets where used_at is null
      union all select token_hash from setup_addresses where used is null
      union all select token_hash from email_changes
      union all select token_hash from email_confirmations
      union all select token_hash from invitations
      union all select token_hash from import_invitations
      union all select token_hash from enquiry_invitations
      union all select token from calendar_feeds`,
    former_owners: `select id as key, email, password_hash, email_confirmed_at from people
      union all select id, email, password_hash, null from admins`,
    former_secrets: 'select admin_id as key, secret, enabled_at, last_step from two_factor',
    former_codes: 'select admin_id as key, code_hash, used_at from recovery_codes',
    // Only a link that has rotated has former ones.
    former_links: `select id as key, join_token, former_join_hashes from bookings
      where join_token is not null and former_join_hashes is not null`,
    former_excuses: `select booking_id as key, token, expires_at, cancelled_at
      from excuse_links join bookings on bookings.id = booking_id`,
    former_letters: `select id as key, letter_at, letter_has_slides from bookings
      where letter_at is not null`,
    former_sent: `select cause as key, id, sent_at, created_at, due_at from emails
      where sent_at is not null`,
  },
  taken: [
    takePasswords('people'),
    takePasswords('admins'),
    'delete from recovery_codes where admin_id in (select key from former_owners)',
    'delete from two_factor where admin_id in (select key from former_owners)',
    `insert into two_factor (admin_id, secret, enabled_at, last_step)
      select key, secret, enabled_at, last_step from former_secrets
      where key in (select id from admins)`,
    `insert into recovery_codes (admin_id, code_hash, used_at)
      select key, code_hash, used_at from former_codes
      where key in (select id from admins)`,
    `update bookings set join_token = f.join_token, former_join_hashes = f.former_join_hashes
      from former_links f where f.key = bookings.id and f.join_token <> bookings.join_token`,
    `update excuse_links set token = f.token
      from former_excuses f where f.key = excuse_links.booking_id`,
    // Those of reminders sent since.
    `insert into excuse_links (token, booking_id, expires_at)
      select f.token, f.key, f.expires_at from former_excuses f
      join bookings b on b.id = f.key and b.cancelled_at is null and f.cancelled_at is null
      where not exists (select 1 from excuse_links e where e.booking_id = f.key)`,
    // Otherwise the free lesson of a confirmed family would be withdrawn.
    `update people set email_confirmed_at = f.email_confirmed_at from former_owners f
      where f.key = people.id and f.email = people.email and people.email_confirmed_at is null`,
    // Nothing is sent twice. The last two are stored like emails that were dropped.
    `update bookings set letter_at = f.letter_at, letter_has_slides = f.letter_has_slides
      from former_letters f where f.key = bookings.id and bookings.letter_at is null`,
    `update emails set sent_at = f.sent_at, failed_at = null, leased_by = null, last_error = null,
      subject = coalesce(lasting_subject, subject), lasting_subject = null, body = null,
      calendar = null, reply_to = null
      from former_sent f where f.key = emails.cause and emails.sent_at is null`,
    `insert into emails (id, cause, recipient, subject, created_at, due_at, failed_at, dismissed_at)
      select f.id, f.key, '', '', f.created_at, f.due_at, f.sent_at, f.sent_at from former_sent f
      where (f.key like 'reminder:%' or f.key like 'slides:%')
        and f.key not in (select cause from emails)`,
  ],
  ended: [
    [
      'sessions',
      `update sessions set ended_at = :now where ended_at is null and ${isOver('sessions.id')}`,
    ],
    [
      'links to a password',
      `update password_resets set used_at = :now where used_at is null and ${isOver('token_hash')}`,
    ],
    ['links to a password', deleteOver('import_invitations', 'token_hash')],
    ['links to an address', deleteOver('email_changes', 'token_hash')],
    ['links to an address', deleteOver('email_confirmations', 'token_hash')],
    ['invitations', deleteOver('invitations', 'token_hash')],
    ['invitations', deleteOver('enquiry_invitations', 'token_hash')],
    // Sent by themselves once they are due.
    ['invitations', `delete from due_import_invitations where ${ofOthers('person_id')}`],
    ['setup addresses', `${deleteOver('setup_addresses', 'token_hash')} and used is null`],
    ['calendar feeds', deleteOver('calendar_feeds', 'token')],
  ],
};

/** Whom a restore brings back, in a database whose temporary tables are filled. */
export const revived = {
  people: `select email from people where ${ofOthers('people.id')} order by email`,
  admins: `select email from admins where ${ofOthers('admins.id')} order by email`,
  addresses: `select o.email || ' (then ' || f.email || ')' as email
    from (select id, email from people union all select id, email from admins) o
    join former_owners f on f.key = o.id where f.email <> o.email order by 1`,
} as const;

/** Takes the password of people and admins in the copy alone: they may have been removed since. */
export const revivedPasswords = [
  `update people set password_hash = '' where ${ofOthers('people.id')}`,
  `update admins set password_hash = '' where ${ofOthers('admins.id')}`,
] as const;

/** A random value, stored once, that tells copies of this site from those of another. */
export const siteMark = { table: 'settings', column: 'salt' } as const;

/**
 * Rows that every later state of a database still has: activities are never deleted, and a family
 * only six years after it has left.
 */
export const lastingRows = [
  { table: 'activities', which: '' },
  { table: 'families', which: 'where deleted_at is null' },
] as const;

/** What both sides of a move to another engine must agree on, besides a hash of each table. */
export const comparedSums = [
  ['paid, in minor units', 'select coalesce(sum(paid), 0) from payments'],
  ['refunded, in minor units', 'select coalesce(sum(refunded_amount), 0) from payments'],
  ['credits of all balances', 'select coalesce(sum(credits), 0) from balances'],
  ['credits of all ledgers', 'select coalesce(sum(amount), 0) from credit_ledger'],
  [
    'ledgers that add up to their balance',
    `select count(*) from balances b where b.credits =
      (select coalesce(sum(amount), 0) from credit_ledger g where g.family_id = b.family_id)`,
  ],
  ['active bookings', 'select count(*) from bookings where cancelled_at is null'],
] as const;
