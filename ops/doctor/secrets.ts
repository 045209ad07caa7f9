// The secrets among the settings, in every form in which a program may quote them.

const NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'ADMIN_PASSWORD'] as const;
const ADDRESSES = ['DATABASE_URL', 'SMTP_URL'] as const;
/** Shorter ones would hide ordinary words. */
const MIN_LENGTH = 4;

export function secretsOf(
  variables: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const plain = NAMES.map((name) => variables[name] ?? '');
  const passwords = ADDRESSES.flatMap((name) => passwordsIn(variables[name] ?? ''));
  return [...new Set([...plain, ...passwords].flatMap(formsOf))].filter(
    ({ length }) => length >= MIN_LENGTH,
  );
}

/** An address may be too broken to be parsed as one. */
function passwordsIn(address: string): string[] {
  const inAuthority = /^[^/]*\/\/[^/?#]*?:([^/?#]*)@/.exec(address)?.[1];
  const inQuery = /[?&]password=([^&#]*)/.exec(address)?.[1];
  return [inAuthority, inQuery].filter((password) => password !== undefined);
}

function formsOf(secret: string): string[] {
  let decoded = secret;
  try {
    decoded = decodeURIComponent(secret);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  const base64 = Buffer.from(decoded).toString('base64');
  return [secret, decoded, encodeURIComponent(decoded), base64];
}
