import fc from 'fast-check'
import { expect, it } from 'vitest'
import { KnownRows } from './KnownRows.ts'

const field = fc.constantFrom('0', '65', 130, null)
const row = fc.record(
  { id: fc.constantFrom('1', '2', 3, undefined), filled: field, status: field, text: field },
  { requiredKeys: ['filled'] },
)
const read = (fields: unknown) => JSON.stringify(fields)

it('whatever books come one after the other, each is read as if it were the first', () => {
  fc.assert(
    fc.property(fc.array(fc.array(row, { maxLength: 5 }), { maxLength: 6 }), (books) => {
      const known = new KnownRows<string>('id')
      for (const book of books) expect(known.read(structuredClone(book), read)).toEqual(book.map(read))
    }),
  )
})

it('a row is read once, and again when a field changes, comes or goes; one that cannot be read makes the book unreadable', () => {
  const known = new KnownRows<string>('id')
  const asked: unknown[] = []
  const readOf = (book: readonly unknown[]) =>
    known.read(book, (fields) => {
      if (typeof fields !== 'object') throw new RangeError('no row')
      asked.push(fields)
      return ''
    })
  const first = { id: '1', filled: '0' }
  readOf([first, { id: '2' }])
  readOf([{ ...first }, { id: '2' }])
  expect(asked).toHaveLength(2)
  expect(() => readOf([{ ...first, filled: '65' }, 'x'])).toThrow('no row')
  readOf([{ ...first, text: '' }])
  readOf([first])
  expect(asked.slice(2)).toEqual([{ id: '1', filled: '65' }, { id: '1', filled: '0', text: '' }, first])
})
