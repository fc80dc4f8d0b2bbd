import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textMistake } from './textMistake.ts'

/** Written with joiners, selectors or tags that change what is seen. */
const JOINED = [
  ...['क्\u200dष', 'क्\u200cष', 'र\u200d्य', 'র\u200d্যাব', 'രാജന്\u200d', 'ශ්\u200dරී', 'میں\u200cنے', 'ನ್\u200cಯೂಸ್'],
  ...['👨\u200d👩\u200d👧', '🏳\ufe0f\u200d🌈', '❤\ufe0f\u200d🔥', '👩🏽\u200d💻', '1\ufe0f\u20e3', '☂\ufe0e', '🇮🇳'],
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
]
const UNSEEN = {
  ...{ 'zero width space': '\u200b', 'non-joiner': '\u200c', joiner: '\u200d', 'word joiner': '\u2060', 'invisible times': '\u2062' },
  ...{
    'byte order mark': '\ufeff',
    'soft hyphen': '\u00ad',
    'grapheme joiner': '\u034f',
    'Hangul filler': '\u3164',
    'choseong filler': '\u115f',
  },
  ...{
    'selector 1': '\ufe00',
    'selector 16': '\ufe0f',
    'selector 17': '\u{e0100}',
    tag: '\u{e0041}',
    'vowel separator': '\u180e',
    anchor: '\ufff9',
  },
}

describe('a text that people see of others', () => {
  test.each([
    'Asha Rao',
    'आशा राव',
    'क्ष्म्य',
    'நிர்மலா',
    'Zoë O’Neill-Ó',
    'Nguyễn Thị Ánh',
    'שָׁלוֹם',
    'محمد',
    '👩🏽‍💻',
    '☂️',
    'ക്‍ഷ',
    '7',
    '-',
    '',
    ...JOINED,
  ])('may be %j', (text) => {
    expect(textMistake(text)).toBeNull()
    expect(textMistake(text.normalize('NFC'))).toBeNull()
  })

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

  test.each(Object.entries(UNSEEN))('has no %s anywhere beside what is seen', (_, unseen) => {
    for (const text of [
      `Asha${unseen}Rao`,
      `${unseen}Asha`,
      `Asha${unseen}`,
      `Asha ${unseen}Rao`,
      `7${unseen}`,
      `आशा ${unseen}राव`,
      `${unseen}👩`,
    ])
      expect([text, textMistake(text)]).toEqual([text, 'must not contain characters that nobody can see'])
  })

  test.each([
    'क\u200d\u200dष',
    'क्\u200d\u200cष',
    'आशा\u200c',
    'आशा\u200c Rao',
    'a\u200dक',
    'क\u200da',
    '👩\u200d',
    '👩\u200da',
    '☂\ufe0f\ufe0f',
    '7\ufe0f',
    '\u{1f3f4}\u{e0061}\u{e007f}',
  ])('joins nothing to nothing: %j', (text) => {
    expect(textMistake(text)).toBe('must not contain characters that nobody can see')
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
