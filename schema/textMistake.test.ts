import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textMistake } from './textMistake.ts'

describe('a text that people see of others', () => {
  test.each(['Asha Rao', 'आशा राव', 'क्ष्म्य', 'நிர்மலா', 'Zoë O’Neill-Ó', 'Nguyễn Thị Ánh', 'שָׁלוֹם', 'محمد', '👩🏽‍💻', '☂️', 'ക്‍ഷ', '7', '-', ''])(
    'may be %j',
    (text) => {
      expect(textMistake(text)).toBeNull()
      expect(textMistake(text.normalize('NFC'))).toBeNull()
    },
  )

  test.each([
    ['a\u0000b', 'must not contain control characters'],
    ['a\nb', 'must not contain control characters'],
    ['a\u0085b', 'must not contain control characters'],
    ['a\u2028b', 'must not contain control characters'],
    ['a\u2029b', 'must not contain control characters'],
    ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'].map(
      (control) => [`Asha${control}`, 'must not contain characters that turn the direction of writing'] as const,
    ),
    ['\ud83d', 'must not contain halves of characters'],
    ...[
      '\u200b',
      '\u200d\u200c',
      '\u2060',
      '\ufeff',
      '\u00ad',
      '\u3164',
      '\u115f',
      '\u2800',
      '\u00a0\u2003',
      '\u0301',
      '\ufe0f',
      '\u{e0041}',
      ' ',
    ].map((text) => [text, 'must contain something that can be seen'] as const),
    [`a${'\u0301'.repeat(90)}`, 'must not pile more than 5 marks on one letter'],
    [`Asha${'\u0301\u200d'.repeat(6)}`, 'must not pile more than 5 marks on one letter'],
    [`a${'\u0489\u0336'.repeat(3)}`, 'must not pile more than 5 marks on one letter'],
  ] as const)('must not be %j', (text, mistake) => {
    expect(textMistake(text)).toBe(mistake)
  })

  test('has lines only where it may have several', () => {
    expect(textMistake('Buys.\r\n\tSells.', 'lines')).toBeNull()
    expect(textMistake('Buys.\u001b[2J', 'lines')).toBe('must not contain control characters')
  })

  test('that is taken shows, turns nothing, and has no pile of marks, whatever it is; a long one costs nothing', () => {
    const nasty = fc.constantFrom('\u202e', '\u2066', '\u200b', '\u0301', '\u0489', '\ufe0f', '\u200d', 'a', 'क', ' ', '\u3164', '\u2800')
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: nasty, maxLength: 200 }), fc.string({ unit: 'binary' })), (text) => {
        if (textMistake(text) !== null || text === '') return
        expect(text).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{M}{6}|\p{Cc}/u)
        expect(text).toMatch(/[\p{L}\p{N}\p{P}\p{S}]/u)
      }),
    )
    const begun = performance.now()
    for (const unit of ['\u0301', '\ufe0f', '\u200d', '\u0301\u200d', 'a\u0301']) textMistake(unit.repeat(50_000), 'lines')
    expect(performance.now() - begun).toBeLessThan(1_000)
  })
})
