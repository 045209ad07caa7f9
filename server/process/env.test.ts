// The environment: valid and invalid values of every variable, and the defaults.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { StartupError } from '../base/startup-error.ts';
import { type Env, readEnv, variableNames } from './env.ts';

test('uses the defaults without any variable', () => {
  expect(readEnv({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    appUrl: 'http://localhost:3000',
    dataDir: './data',
    databaseUrl: null,
    stripe: null,
    smtpUrl: null,
    mailFrom: { name: '', address: 'no-reply@localhost' },
    mailReplyTo: null,
    firstAdmin: null,
    rateLimitScale: 1,
    trustProxy: null,
    hstsSubdomains: false,
    metrics: null,
    logLevel: 'info',
  } satisfies Env);
});

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const admin = { ADMIN_EMAIL: 'Tutor@Example.com', ADMIN_NAME: ' Ada ', ADMIN_PASSWORD: ' secret ' };

const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: null };
const live = { STRIPE_SECRET_KEY: 'rk_live_1' };
const local = 'http://127.0.0.1:4242';
const site = 'https://lessons.example.com';
const noReply = { name: '', address: 'no-reply@lessons.example.com' };
const firstAdmin = { email: 'tutor@example.com', name: 'Ada', password: ' secret ' };
const mailFrom = (name: string) => ({ mailFrom: { name, address: 'ada@example.com' } });

test.each<[Record<string, string>, Partial<Env>]>([
  [{ PORT: '0' }, { port: 0, appUrl: 'http://localhost:0' }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ PORT: '' }, { port: 3000 }],
  [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
  [{ APP_URL: `${site}/` }, { appUrl: site, mailFrom: noReply }],
  [{ DATA_DIR: '/var/lib/lessons' }, { dataDir: '/var/lib/lessons' }],
  [stripe, { stripe: keys }],
  [{ ...stripe, ...live }, { stripe: { ...keys, secretKey: 'rk_live_1' } }],
  [{ ...stripe, STRIPE_API_URL: local }, { stripe: { ...keys, apiUrl: local } }],
  [{ STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }, { stripe: null }],
  [{ MAIL_FROM: 'Ada <ada@example.com>' }, mailFrom('Ada')],
  [{ MAIL_FROM: '"Sample, Ada" <ada@example.com>' }, mailFrom('Sample, Ada')],
  [{ MAIL_REPLY_TO: 'ada@example.com' }, { mailReplyTo: 'ada@example.com' }],
  [admin, { firstAdmin }],
  [{ METRICS_PORT: '9091' }, { metrics: { port: 9091, host: '127.0.0.1' } }],
  [{ METRICS_PORT: '9091', METRICS_HOST: '::1' }, { metrics: { port: 9091, host: '::1' } }],
  [{ METRICS_HOST: '0.0.0.0' }, { metrics: null }],
  [
    { METRICS_PORT: '9091', METRICS_HOST: '10.0.0.5', METRICS_EXPOSED: 'true' },
    { metrics: { port: 9091, host: '10.0.0.5' } },
  ],
  [{ RATE_LIMIT_SCALE: '2.5' }, { rateLimitScale: 2.5 }],
  [{ RATE_LIMIT_SCALE: 'off' }, { rateLimitScale: null }],
  [{ TRUST_PROXY: 'true' }, { trustProxy: true }],
  [{ TRUST_PROXY: 'false' }, { trustProxy: false }],
  [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { trustProxy: ['loopback', '10.0.0.0/8'] }],
  [{ TRUST_PROXY: '::1,2001:db8::/32' }, { trustProxy: ['::1', '2001:db8::/32'] }],
  [{ HSTS_SUBDOMAINS: 'true' }, { hstsSubdomains: true }],
  [{ HSTS_SUBDOMAINS: 'false' }, { hstsSubdomains: false }],
  [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
  [{ SOMETHING_ELSE: 'x' }, {}],
])('accepts %j', (variables, expected) => {
  expect(readEnv(variables)).toMatchObject(expected);
});

test.each([
  'postgres://u:p@db/lessons',
  'postgresql://u:p@db:5433/lessons?sslmode=require',
  'postgres://u@/lessons?host=/var/run/postgresql',
  'postgres://u:p@one:5432,two:5432/lessons',
])('accepts the database %s', (databaseUrl) => {
  expect(readEnv({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
});

test.each(['smtp://user:pass@mail.example.com:587', 'smtps://mail.example.com'])(
  'accepts the mail server %s',
  (smtpUrl) => {
    expect(readEnv({ SMTP_URL: smtpUrl })).toMatchObject({ smtpUrl });
  },
);

test('trusts the given number of proxies', () => {
  const { trustProxy } = readEnv({ TRUST_PROXY: '2' });
  if (typeof trustProxy !== 'function') expect.unreachable('hops are a function of the hop');
  expect([0, 1, 2].map((hop) => trustProxy('10.0.0.1', hop))).toEqual([true, true, false]);
});

const PORT = 'PORT: must be a whole number from 0 to 65535';
const SCALE = "RATE_LIMIT_SCALE: must be a number above 0, or 'off'";
const PROXY = 'TRUST_PROXY: must be true, false, a number of hops, or addresses such as 10.0.0.0/8';
const WEB = 'must be a web address such as https://lessons.example.com';
const POSTGRES = 'DATABASE_URL: must be a PostgreSQL address: postgres://user:password@host/name';
const STRIPE_KEY = 'must be a Stripe secret key (sk_... or rk_...)';
const WITH_WEBHOOK = 'is required with STRIPE_WEBHOOK_SECRET';
const WEBHOOK_SECRET = 'must be a Stripe webhook secret (whsec_...)';
const PASSWORD = 'Password must be at least 6 characters';
const ALL = '(set all three or none)';
const MAIL = 'SMTP_URL: must be a mail server: smtp://user:password@host:587';

test.each<[Record<string, string>, string]>([
  [{ PORT: 'http' }, PORT],
  [{ PORT: '65536' }, PORT],
  [{ PORT: '-1' }, PORT],
  [{ PORT: '80.5' }, PORT],
  [{ APP_URL: 'lessons.example.com' }, `APP_URL: ${WEB}`],
  [{ APP_URL: 'ftp://lessons.example.com' }, `APP_URL: ${WEB}`],
  [{ DATABASE_URL: 'mysql://u:p@db/lessons' }, POSTGRES],
  [{ DATABASE_URL: 'lessons' }, POSTGRES],
  [{ STRIPE_SECRET_KEY: 'pk_test_1' }, `STRIPE_SECRET_KEY: ${STRIPE_KEY}`],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY'],
  [
    { METRICS_PORT: '9091', METRICS_HOST: '0.0.0.0' },
    'METRICS_HOST: 0.0.0.0 is not this machine alone, and anyone who reaches the port can read the metrics. Let a firewall admit only your Prometheus, and set METRICS_EXPOSED=true',
  ],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, `STRIPE_SECRET_KEY: ${WITH_WEBHOOK}`],
  [{ ...stripe, STRIPE_WEBHOOK_SECRET: 'secret' }, `STRIPE_WEBHOOK_SECRET: ${WEBHOOK_SECRET}`],
  [{ ...stripe, STRIPE_API_URL: 'localhost' }, `STRIPE_API_URL: ${WEB}`],
  [{ SMTP_URL: 'http://mail.example.com' }, MAIL],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM: must contain an email address'],
  [{ ADMIN_EMAIL: 'a@example.com', ADMIN_NAME: 'Ada' }, `ADMIN_PASSWORD: ${PASSWORD} ${ALL}`],
  [{ ...admin, ADMIN_EMAIL: 'nobody' }, `ADMIN_EMAIL: Invalid email address ${ALL}`],
  [{ RATE_LIMIT_SCALE: '0' }, SCALE],
  [{ RATE_LIMIT_SCALE: '-1' }, SCALE],
  [{ RATE_LIMIT_SCALE: 'on' }, SCALE],
  [{ RATE_LIMIT_SCALE: 'Infinity' }, SCALE],
  [{ TRUST_PROXY: 'yes' }, PROXY],
  [{ TRUST_PROXY: '10.0.0.0/33' }, PROXY],
  [{ TRUST_PROXY: '10.0.0.0/8/8' }, PROXY],
  [{ TRUST_PROXY: 'loopback,' }, PROXY],
  [{ PORT: 'x', MAIL_FROM: 'y' }, `${PORT}; MAIL_FROM: must contain an email address`],
])('refuses %j and names the variable', (variables, message) => {
  expect(() => readEnv(variables)).toThrow(new StartupError(message));
});

test('names an unknown log level', () => {
  expect(() => readEnv({ LOG_LEVEL: 'loud' })).toThrow(/^LOG_LEVEL: /);
});

test('.env.example explains every variable and sets only defaults', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../.env.example'), 'utf8');
  const explained = [...text.matchAll(/^# .+\.\n([A-Z_]+)=(.*)$/gm)];
  expect(text.match(/^[^#\n].*$/gm)).toHaveLength(explained.length);
  expect(explained.map(([, name]) => name)).toEqual(variableNames);
  const settings = Object.fromEntries(explained.map(([, name = '', value]) => [name, value]));
  expect(readEnv(settings)).toEqual(readEnv({}));
});
