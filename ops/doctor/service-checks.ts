// Checks of what the server talks to: visitors through the proxy, the mail server and Stripe.
import { isIP } from 'node:net';

import type Stripe from 'stripe';

import { health } from '../../domain/health/endpoints.ts';
import { stripeWebhook } from '../../domain/payments/endpoints.ts';
import { tryMailServer } from '../../server/email/try-server.ts';
import { connectStripe, isStripeError } from '../../server/payments/stripe.ts';
import type { Env } from '../../server/process/env.ts';
import type { Finding } from './finding.ts';
import type { OtherClock } from './machine-checks.ts';

const WAIT_MS = 5000;

const isLocal = (host: string) =>
  ['localhost', '[::1]', '::1'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'));

/** What TRUST_PROXY and APP_URL say about the way in. */
export function judgeProxy({ appUrl, trustProxy, host }: Env): Finding {
  const about = 'Proxy';
  const { protocol, hostname } = new URL(appUrl);
  const look = (text: string): Finding => ({ about, level: 'look', text });
  if (isLocal(hostname))
    return look(
      `APP_URL is ${appUrl}, which is only this machine. Set it to the public address: every email and payment leads there.`,
    );
  if (protocol === 'http:')
    return look(
      `APP_URL is ${appUrl}: passwords would travel unencrypted. Put a proxy with a certificate in front, and set APP_URL to its https address.`,
    );
  if (trustProxy === null)
    return look(
      'TRUST_PROXY is not set: all visitors behind a proxy count as one address. Set it to the address of your proxy, such as loopback, or to false if there is none.',
    );
  if (trustProxy === true && !isLocal(host))
    return look(
      `TRUST_PROXY is true and HOST is ${host}: anyone who reaches the port directly can invent an address. Set TRUST_PROXY to the address of your proxy.`,
    );
  const text = `APP_URL is https, and TRUST_PROXY says whose word on a visitor's address counts. Should visitors seem to come from private addresses all the same, the log of the server warns of it.`;
  return { about, level: 'ok', text };
}

/** Whether a server answers on its own port, and under the public address. */
export async function checkServer({ appUrl, host, port }: Env): Promise<Finding[]> {
  const about = 'Server';
  const ownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const own = `http://${isIP(ownHost) === 6 ? `[${ownHost}]` : ownHost}:${port}`;
  const [here, there] = await Promise.all([answers(own), answers(appUrl)]);
  if (there === null) return [{ about, level: 'ok', text: `It runs, and answers at ${appUrl}.` }];
  if (here === null)
    return [
      {
        about,
        level: 'broken',
        text: `It runs at ${own}, but ${appUrl} does not lead to it (${there}). Check the name, the certificate and the proxy; some networks cannot reach their own public address, so try it from elsewhere too.`,
      },
    ];
  const text = `It does not run at ${own} (${here}). Start it with "npm start" and run the doctor again.`;
  return [{ about, level: 'look', text }];
}

/** Null if the server answers there; otherwise why not. */
async function answers(address: string): Promise<string | null> {
  try {
    const answer = await fetch(`${address}${health.path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const body = await answer.text();
    return answer.status === 200 && body.includes('"success":true')
      ? null
      : `something else answers ${answer.status}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** `to` gets one email; null: none is sent. */
export async function checkEmail(
  { smtpUrl, mailFrom, appUrl }: Env,
  to: string | null,
): Promise<Finding[]> {
  const about = 'Email';
  if (smtpUrl === null)
    return [
      {
        about,
        level: 'look',
        text: 'SMTP_URL is not set: emails are written to files that nobody gets. Set it to your mail server, smtps://user:password@host.',
      },
    ];
  const { hostname } = new URL(smtpUrl);
  const fault = await tryMailServer({ smtpUrl, from: mailFrom, to, siteUrl: appUrl });
  if (fault !== null)
    return [
      {
        about,
        level: 'broken',
        text: `${hostname} does not ${to === null ? 'let the server sign in' : 'send'} (${fault}). Check SMTP_URL, user and password${to === null ? '' : ', and whether it may send as MAIL_FROM'}.`,
      },
    ];
  const text =
    to === null
      ? `${hostname} lets the server sign in. "npm run doctor -- you@example.com" sends an email.`
      : `${hostname} took an email to ${to}. Look whether it arrives, and not as spam.`;
  return [{ about, level: 'ok', text }];
}

interface StripeCheck {
  readonly findings: readonly Finding[];
  /** Stripe's clock, if it answered; `now` is the time after the answer. */
  readonly clock: OtherClock | null;
}

export async function checkStripe(
  { stripe, appUrl }: Env,
  clock: () => number,
): Promise<StripeCheck> {
  const about = 'Payments';
  const say = (level: Finding['level'], text: string): Finding => ({ about, level, text });
  if (stripe === null) {
    const text =
      'STRIPE_SECRET_KEY is not set: nobody can pay by card. Set it, with STRIPE_WEBHOOK_SECRET, from the Stripe dashboard.';
    return { findings: [say('look', text)], clock: null };
  }
  const { client } = connectStripe(stripe);
  let answer;
  try {
    const options = { timeout: WAIT_MS, maxNetworkRetries: 0 };
    const { webhookEndpoints } = await client();
    answer = await webhookEndpoints.list({ limit: 100 }, options);
  } catch (error) {
    return { findings: [say(...explain(error))], clock: null };
  }
  const findings = [judgeKey(stripe.secretKey, appUrl), judgeWebhook(answer.data, appUrl)];
  const { headers } = answer.lastResponse;
  // If the SDK uses fetch, `headers` is no plain object, although its types say so.
  const date = headers instanceof Headers ? headers.get('date') : headers['date'];
  const sent = Date.parse(date ?? '');
  return {
    findings: findings.map(([level, text]) => say(level, text)),
    clock: Number.isNaN(sent) ? null : { of: 'Stripe', ahead: clock() - sent },
  };
}

type Judgement = readonly [Finding['level'], string];

function explain(error: unknown): Judgement {
  if (isStripeError(error, 'AuthenticationError'))
    return [
      'broken',
      'Stripe does not know STRIPE_SECRET_KEY. Copy it again from the Stripe dashboard.',
    ];
  if (isStripeError(error, 'PermissionError'))
    return [
      'look',
      'The key works but may not read webhook endpoints, so these were not checked. Give the restricted key that right.',
    ];
  const reason = error instanceof Error ? error.message : String(error);
  return ['broken', `Stripe does not answer as it should (${reason}). Check the network.`];
}

function judgeKey(key: string, appUrl: string): Judgement {
  const isTest = /^(sk|rk)_test_/.test(key);
  if (isTest && !isLocal(new URL(appUrl).hostname))
    return [
      'look',
      'The key works, but is for tests: no card is charged. Set a live key before families pay.',
    ];
  return ['ok', 'Stripe accepts the key.'];
}

type Endpoint = Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events'>;

function judgeWebhook(endpoints: Endpoint[], appUrl: string): Judgement {
  const url = webhookAddress(appUrl);
  const ours = endpoints.filter((endpoint) => endpoint.url === url);
  if (ours.length === 0)
    return [
      'broken',
      `Stripe has no webhook endpoint for ${url}. Add one with the events that docs/operations.md lists: without it, paid credits may come late.`,
    ];
  const enabled = ours.filter(({ status }) => status === 'enabled');
  if (enabled.length === 0)
    return ['broken', `The webhook endpoint for ${url} is disabled. Enable it in Stripe.`];
  const sent = new Set(enabled.flatMap(({ enabled_events: events }) => events));
  const missing = sent.has('*') ? [] : WEBHOOK_EVENTS.filter((event) => !sent.has(event));
  if (missing.length > 0)
    return [
      'broken',
      `The webhook endpoint for ${url} does not send ${missing.join(', ')}. Add them in Stripe.`,
    ];
  return ['ok', `The webhook endpoint for ${url} sends all events that are needed.`];
}

/** The events that Stripe's webhook endpoint must send, and where. */
export const WEBHOOK_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const satisfies readonly Stripe.Event['type'][];

/** `appUrl` has no trailing slash. */
const webhookAddress = (appUrl: string): string => `${appUrl}${stripeWebhook.path}`;
