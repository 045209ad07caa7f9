// The validated environment: every variable the server reads, with its default. An invalid variable
// stops the start.
import { isIP } from 'node:net';

import parseMailboxes from 'nodemailer/lib/addressparser';
import * as z from 'zod';

import { newAdminSchema } from '../../domain/auth/new-admin.ts';
import { StartupError } from '../base/startup-error.ts';
import { readPostgresAddress } from '../engine/postgres/address.ts';

const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be a web address such as https://lessons.example.com',
});

/** An empty variable counts as unset, because many hosts express it that way. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine(
      (value) => value >= min && value <= max,
      `must be a whole number from ${min} to ${max}`,
    );

export type TrustProxy = boolean | string[] | ((address: string, hop: number) => boolean);

const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits))
  );
}

/**
 * Values as in Fastify: true, false, a number of hops, or a list of addresses, subnets and ranges.
 */
const trustProxy = z.string().transform((value, context): TrustProxy => {
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^\d+$/.test(value)) return (_address, hop) => hop < Number(value);
  const ranges = value.split(',').map((range) => range.trim());
  if (ranges.every((range) => NAMED_RANGES.has(range) || isAddressRange(range))) return ranges;
  context.addIssue({
    code: 'custom',
    message: 'must be true, false, a number of hops, or addresses such as 10.0.0.0/8',
  });
  return z.NEVER;
});

export interface Mailbox {
  /** Empty when only the address was given. */
  readonly name: string;
  readonly address: string;
}

/** 'Ada Sample <ada@example.com>' or the address alone. */
const mailbox = z.string().transform((value, context): Mailbox => {
  const [parsed, ...others] = parseMailboxes(value, { flatten: true });
  if (parsed !== undefined && others.length === 0 && z.email().safeParse(parsed.address).success)
    return { name: parsed.name, address: parsed.address };
  context.addIssue({ code: 'custom', message: 'must contain an email address' });
  return z.NEVER;
});

const schema = z.object({
  PORT: optional(wholeNumber(0, 65_535)),
  HOST: optional(z.string()),
  APP_URL: optional(webAddress),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(
    z
      .string()
      .refine(
        (value) => readPostgresAddress(value) !== null,
        'must be a PostgreSQL address: postgres://user:password@host/name',
      ),
  ),
  STRIPE_SECRET_KEY: optional(
    z.string().regex(/^(sk|rk)_/, 'must be a Stripe secret key (sk_... or rk_...)'),
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    z.string().regex(/^whsec_/, 'must be a Stripe webhook secret (whsec_...)'),
  ),
  STRIPE_API_URL: optional(webAddress),
  SMTP_URL: optional(
    z.url({ protocol: /^smtps?$/, error: 'must be a mail server: smtp://user:password@host:587' }),
  ),
  MAIL_FROM: optional(mailbox),
  MAIL_REPLY_TO: optional(mailbox),
  ADMIN_EMAIL: optional(z.string()),
  ADMIN_NAME: optional(z.string()),
  ADMIN_PASSWORD: optional(z.string()),
  RATE_LIMIT_SCALE: optional(
    z
      .string()
      .refine(
        (value) => value === 'off' || (Number(value) > 0 && Number.isFinite(Number(value))),
        "must be a number above 0, or 'off'",
      )
      .transform((value) => (value === 'off' ? null : Number(value))),
  ),
  TRUST_PROXY: optional(trustProxy),
  HSTS_SUBDOMAINS: optional(z.enum(['true', 'false'], 'must be true or false')),
  METRICS_PORT: optional(wholeNumber(0, 65_535)),
  METRICS_HOST: optional(z.string()),
  METRICS_EXPOSED: optional(z.enum(['true', 'false'], 'must be true or false')),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
});

/** The names of all variables; .env.example explains each. */
export const variableNames = Object.keys(schema.shape);

export interface Env {
  readonly port: number;
  readonly host: string;
  /** The public address, without a slash at its end. */
  readonly appUrl: string;
  readonly dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Null: card payments are switched off. */
  readonly stripe: {
    readonly secretKey: string;
    readonly webhookSecret: string;
    readonly apiUrl: string | null;
  } | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: Mailbox;
  /**
   * Null: the address shown on the site or, while the site has sample content, the first admin's.
   */
  readonly mailReplyTo: string | null;
  /** Created at start if no admin exists. */
  readonly firstAdmin: {
    readonly email: string;
    readonly name: string;
    readonly password: string;
  } | null;
  /** Multiplies the abuse limits; null disables them. */
  readonly rateLimitScale: number | null;
  /** Null: not set, so nothing is known about a proxy. */
  readonly trustProxy: TrustProxy | null;
  /** Whether HSTS includes the subdomains of the public address. */
  readonly hstsSubdomains: boolean;
  /** Where the metrics for Prometheus are served; null: nowhere. */
  readonly metrics: { readonly port: number; readonly host: string } | null;
  readonly logLevel: string;
}

/** Reads the variables; throws a StartupError that names every invalid one. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const parsed = schema.safeParse(variables);
  if (!parsed.success)
    throw new StartupError(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    );
  const env = parsed.data;
  const port = env.PORT ?? 3000;
  const host = env.HOST ?? '127.0.0.1';
  const appUrl = (env.APP_URL ?? `http://localhost:${port}`).replace(/\/+$/, '');
  return {
    port,
    host,
    appUrl,
    dataDir: env.DATA_DIR ?? './data',
    databaseUrl: env.DATABASE_URL ?? null,
    stripe: readStripe(env.STRIPE_SECRET_KEY, env.STRIPE_WEBHOOK_SECRET, env.STRIPE_API_URL),
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? { name: '', address: `no-reply@${new URL(appUrl).hostname}` },
    mailReplyTo: env.MAIL_REPLY_TO?.address ?? null,
    firstAdmin: readFirstAdmin(env.ADMIN_EMAIL, env.ADMIN_NAME, env.ADMIN_PASSWORD),
    rateLimitScale: env.RATE_LIMIT_SCALE === undefined ? 1 : env.RATE_LIMIT_SCALE,
    trustProxy: env.TRUST_PROXY ?? null,
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'true',
    metrics: readMetrics(env.METRICS_PORT, env.METRICS_HOST, env.METRICS_EXPOSED === 'true'),
    logLevel: env.LOG_LEVEL ?? 'info',
  };
}

const isLoopback = (host: string) =>
  ['localhost', '::1'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'));

/** The metrics have no sign-in, so that they leave this machine only if two settings say so. */
function readMetrics(port?: number, host = '127.0.0.1', isExposed = false): Env['metrics'] {
  if (port === undefined) return null;
  if (!isLoopback(host) && !isExposed)
    throw new StartupError(
      `METRICS_HOST: ${host} is not this machine alone, and anyone who reaches the port can read the metrics. Let a firewall admit only your Prometheus, and set METRICS_EXPOSED=true`,
    );
  return { port, host };
}

function readStripe(secretKey?: string, webhookSecret?: string, apiUrl?: string): Env['stripe'] {
  if (secretKey === undefined && webhookSecret === undefined) return null;
  if (secretKey === undefined)
    throw new StartupError('STRIPE_SECRET_KEY: is required with STRIPE_WEBHOOK_SECRET');
  if (webhookSecret === undefined)
    throw new StartupError('STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY');
  return { secretKey, webhookSecret, apiUrl: apiUrl ?? null };
}

function readFirstAdmin(email?: string, name?: string, password?: string): Env['firstAdmin'] {
  if (email === undefined && name === undefined && password === undefined) return null;
  const parsed = newAdminSchema.safeParse({ email, name, password });
  if (parsed.success) return parsed.data;
  throw new StartupError(
    parsed.error.issues
      .map(
        ({ path, message }) =>
          `ADMIN_${String(path[0]).toUpperCase()}: ${message} (set all three or none)`,
      )
      .join('; '),
  );
}
