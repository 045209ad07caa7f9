// The checkout page as HTML: what is bought, and the possible outcomes of a test payment.
import { formatMoney } from '../../domain/payments/credits.ts';
import { Html, html } from '../html.ts';
import type { Session } from './objects.ts';
import { PAGE_STYLE } from './page-style.ts';
import { CODES } from './promotion-codes.ts';
import type { Checkout } from './stripe-state.ts';

const STYLE = new Html(`<style>${PAGE_STYLE}</style>`);

/** The values of the form's buttons. */
export const ACTIONS = ['pay', 'later-succeeds', 'later-fails', 'decline'] as const;
export type Action = (typeof ACTIONS)[number];

function writePage(title: string, main: Html): string {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${STYLE}
      </head>
      <body>
        <header class="notice">Test mode: no card is charged</header>
        ${main}
      </body>
    </html> `.text;
}

/** Why the bank's last answer or the entered promotion code was a refusal; null: it was none. */
export interface RefusedCard {
  readonly declined: string | null;
  readonly code: string | null;
}

/** The page of an open session. */
export function writeCheckoutPage(checkout: Checkout, { declined, code }: RefusedCard): string {
  const { session, wanted } = checkout;
  const total = formatMoney(session.amount_total, wanted.currency);
  return writePage(
    `Pay ${total}`,
    html`<main class="two">
      <section class="bought" aria-labelledby="total-label">
        <h1 id="total-label">Your payment</h1>
        <p class="total">${total}</p>
        <ul>
          ${wanted.items.map((item) => writeItem(item, wanted.currency))} ${writeDiscount(session)}
          <li class="sum"><span>Total due</span> <span class="price">${total}</span></li>
        </ul>
      </section>
      <section class="pay" aria-labelledby="pay-label">
        <h2 id="pay-label">Pay by card</h2>
        ${
          declined === null
            ? null
            : html`<p class="alert" role="alert">
                <strong>${declined}</strong> Please try again or pay in another way.
              </p>`
        }
        ${session.customer_email === null ? null : html`<p class="soft">Receipt to ${session.customer_email}</p>`}
        <p class="card"><span>Test card ending in 4242</span> <span class="soft">12/34</span></p>
        ${session.allow_promotion_codes === true ? writeCodeForm(code) : null}
        <form method="post">
          <button class="main" name="action" value="pay">Pay ${total}</button>
          <fieldset>
            <legend>Or see what happens when the payment goes another way</legend>
            <button name="action" value="later-succeeds">Pay later (bank debit), succeeds</button>
            <button name="action" value="later-fails">Pay later (bank debit), fails</button>
            <button name="action" value="decline">Decline the card</button>
          </fieldset>
        </form>
        ${
          session.cancel_url === null
            ? null
            : html`<a class="back" href="${session.cancel_url}">Cancel and go back</a>`
        }
      </section>
    </main>`,
  );
}

function writeDiscount({ discounts, total_details: { amount_discount }, currency }: Session) {
  if (discounts.length === 0) return null;
  return html`<li>
    <span>Promotion code</span>
    <span class="price">−${formatMoney(amount_discount, currency)}</span>
  </li>`;
}

function writeCodeForm(refused: string | null): Html {
  return html`<form method="post">
    ${refused === null ? null : html`<p class="alert" role="alert">${refused}</p>`}
    <label>Promotion code <input name="code" autocomplete="off" required /></label>
    <button name="action" value="code">Apply</button>
    <p class="soft">Codes of the test mode: ${CODES.join(', ')}</p>
  </form>`;
}

function writeItem(item: Checkout['wanted']['items'][number], currency: string): Html {
  const each = formatMoney(item.unitAmount, currency);
  return html`<li>
    <span
      >${item.name} ${item.description === null ? null : html`<small>${item.description}</small>`}
      ${item.quantity === 1 ? null : html`<small>${item.quantity} × ${each}</small>`}</span
    >
    <span class="price">${formatMoney(item.unitAmount * item.quantity, currency)}</span>
  </li>`;
}

/** A page with one message and one link. */
export function writeNotice(
  title: string,
  text: string,
  link: { href: string; label: string } | null,
): string {
  return writePage(
    title,
    html`<main>
      <section class="one">
        <h1>${title}</h1>
        <p>${text}</p>
        ${link === null ? null : html`<a class="button main" href="${link.href}">${link.label}</a>`}
      </section>
    </main>`,
  );
}
