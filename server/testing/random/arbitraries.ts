// Generates fuzzing values from JSON schemas: mostly valid ones, some nearly valid, some broken.
import fc from 'fast-check';

export interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Texts that typically break parsers, databases and templates. */
const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '\r\n\r\n',
  '<script>alert(1)</script>',
  "'; drop table students; --",
  '%00',
  '%s%n',
  '../../etc/passwd',
  '__proto__',
  'null',
  'NaN',
  '-0',
  '9'.repeat(400),
  'é'.repeat(256),
  '👩‍🔬'.repeat(30),
  'x'.repeat(5000),
  '0000-00-00',
  '9999-12-31',
  '2026-02-30',
  '24:00:00',
];

/** Half surrogates, too. `unit: 'binary'` would spend a second on a list of all characters. */
const anyCharacter = fc.nat({ max: 0x10_ffff }).map((code) => String.fromCodePoint(code));

const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 300 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      1e21,
      2 ** 53,
      -(2 ** 31) - 1,
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

/** Values that pass the validation rules missing from the schema, by field name. */
export type Pools = Readonly<Record<string, readonly unknown[]>>;

function fitting(schema: JsonSchema, name: string, pools: Pools): fc.Arbitrary<unknown> {
  const pool = pools[name];
  if (pool !== undefined) return fc.constantFrom(...pool);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined)
    return fc.oneof(...schema.anyOf.map((part) => fitting(part, name, pools)));
  switch (schema.type) {
    case 'integer':
    case 'number':
      return fc.integer({
        min: schema.minimum ?? -100,
        max: Math.min(schema.maximum ?? 100, 2 ** 31),
      });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fitting(schema.items ?? {}, name, pools), { maxLength: 3 });
    case 'object':
      return objectOf(schema, pools);
    default:
      return fc.string({
        minLength: schema.minLength ?? 0,
        maxLength: Math.min(schema.maxLength ?? 40, 1200),
      });
  }
}

/** An object with every field valid. */
export function wholeObjectOf(
  { properties = {} }: JsonSchema,
  pools: Pools,
): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, fitting(schema, name, pools)]),
    ),
  );
}

/** An object with the schema's fields, some of them missing or junk, and sometimes extra ones. */
export function objectOf(
  { properties = {} }: JsonSchema,
  pools: Pools,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      fc.oneof(
        { weight: 6, arbitrary: fitting(schema, name, pools) },
        { weight: 3, arbitrary: junk },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
    ]),
  );
  const strangers = fc.dictionary(fc.constantFrom('id', 'role', 'constructor', 'website'), junk, {
    maxKeys: 1,
  });
  return fc
    .tuple(
      fc.record(fields),
      fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: strangers }),
    )
    .map(([own, others]) => ({ ...own, ...others }));
}

/** Raw bodies that JSON.stringify would never produce. */
export const brokenBodies: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '{"a":1,}',
    '{"__proto__":{"x":1}}',
    '\u0000',
    `{"a":"${'x'.repeat(70_000)}"}`,
  ),
  fc.string({ maxLength: 60 }),
);

export { junk };
