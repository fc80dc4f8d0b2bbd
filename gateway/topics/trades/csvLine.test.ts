import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine, FORMULA } from './csvLine.ts'

/** Reads CSV by RFC 4180, section 2, its rules for quoted fields. */
function readCsv(text: string): string[][] {
  const lines: string[][] = []
  const field = /"((?:[^"]|"")*)"(,|\r\n)/gy
  for (let line: string[] = [], match = field.exec(text); match; match = field.exec(text)) {
    line.push(match[1]!.replaceAll('""', '"'))
    if (match[2] !== ',') {
      lines.push(line)
      line = []
    }
    if (field.lastIndex === text.length) return lines
  }
  throw new Error(`no CSV: ${text}`)
}

const withoutGuard = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

/** All characters that are a sign by compatibility (NFKC). */
function fullForms(sign: string): string[] {
  return Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => character.normalize('NFKC') === sign,
  )
}

describe('a line of CSV', () => {
  test('gives back any texts, however many lines there are', () => {
    const special = fc.constantFrom('＝', '\u200b', ' ', '=', '+', '-', '@', "'", '"', ',', '\r', '\n', '\t', 'a', '₹', '7')
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: special }))
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }), (lines) => {
        const read = readCsv(lines.map(csvLine).join(''))
        expect(read.map((line) => line.map(withoutGuard))).toEqual(lines)
      }),
    )
  })

  test('item 43: never begins a text with what a spreadsheet takes for a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '\t', 'A') }), (text) => {
        expect(readCsv(csvLine([text]))[0]![0]).not.toMatch(/^[=+\-@\t\r\n]/)
      }),
    )
  })

  test('item 43: nor with a sign in another width, or behind what a spreadsheet passes over', () => {
    const passedOver = fc.constantFrom(
      ' ',
      '\t',
      '\r',
      '\n',
      '\u00a0',
      '\u3000',
      '\u200b',
      '\ufeff',
      '\u2060',
      '\u00ad',
      '\u202e',
      '\0',
      '\ufe0f',
    )
    const signs = [...'=+-@'].flatMap((sign) => [...fullForms(sign)])
    expect(signs.length).toBeGreaterThan(12)
    fc.assert(
      fc.property(fc.string({ unit: passedOver, maxLength: 5 }), fc.constantFrom(...signs), fc.string(), (before, sign, after) => {
        expect(readCsv(csvLine([before + sign + after]))[0]![0]).toBe(`'${before}${sign}${after}`)
      }),
    )
  })

  test('is read by spreadsheets as meant: names stay names, numbers numbers, nothing is empty', () => {
    expect(csvLine(['=HYPERLINK("http://x","y")', '-5', -5, 1234.5, null, 'EMA, "fast"'])).toBe(
      `"'=HYPERLINK(""http://x"",""y"")","'-5","-5","1234.5","","EMA, ""fast"""\r\n`,
    )
  })
})
