import fc from 'fast-check'

/** Texts that have broken servers before. None holds a word that an answer must not hold (sendAll.ts): answers quote what they were sent. */
const TEXTS = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\u202egnp.exe', 'ﷺ'.repeat(50), '🧨'.repeat(60), 'x'.repeat(201), 'x'.repeat(9_000)],
  ...[
    `' OR 1=1 --`,
    `"; DROP TABLE "User"; --`,
    `\\'; --`,
    '%',
    '%00',
    '%25',
    '../../../etc/passwd',
    '..\\..\\',
    '<script>alert(1)</script>',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '${7*7}',
    '{{7*7}}',
    '=1+1',
    '@x',
    '\r\nset-cookie: a=b',
    '\t',
    'null',
    '[]',
    '{}',
  ],
  ...['-1', '0', '1e309', 'NaN', 'Infinity', '0x10', '1_000', '٣', '9007199254740993', '2147483648', '99999999999999999999', '1.5'],
  ...['2026-02-30', '0000-01-01', '9999-12-31', '+275760-09-13T00:00:00Z', '2026-13-01T00:00:00Z', '1969-12-31T23:59:59.999999Z'],
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', 'a@b', '"a b"@c.d', 'a@b.c\u0000'],
]

export const hostileText: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 40 }))

/** Any JSON value. For tests only. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, false, 0, -0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53 + 2, -(2 ** 63)),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(hostileText, { maxLength: 120 }),
)

/** What is meant, and once in so many times anything. */
export function mostly<T>(meant: fc.Arbitrary<T>, oneIn = 8): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: meant }, { weight: 1, arbitrary: hostileValue })
}
