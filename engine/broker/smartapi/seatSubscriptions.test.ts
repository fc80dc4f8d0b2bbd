import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seatSubscriptions, type Claim, type Seats } from './seatSubscriptions.ts'

const NOBODY: Seats = new Map()
const firsts = (...ids: string[]): Claim[] => ids.map((id) => ({ id, first: true }))
const others = (...ids: string[]): Claim[] => ids.map((id) => ({ id, first: false }))
const seated = (claims: readonly Claim[], before: Seats, rooms: readonly number[]) =>
  Object.fromEntries(seatSubscriptions(claims, before, rooms))

describe('seatSubscriptions', () => {
  it('fills the lowest connection, those that come first before the others, and names who has no seat', () => {
    expect(seated([...others('a', 'b', 'c'), ...firsts('i')], NOBODY, [2, 1])).toEqual({ i: 0, a: 0, b: 1, c: null })
  })

  it('a seated claim does not move, not even to a lower connection', () => {
    expect(seated([...others('b'), ...firsts('i')], new Map([['b', 1]]), [2, 2])).toEqual({ b: 1, i: 0 })
  })

  it('what comes first takes the seat of the other that asked last, and only where nothing is free', () => {
    const before = new Map([
      ['a', 0],
      ['b', 0],
    ])
    expect(seated([...others('a', 'b'), ...firsts('i')], before, [2])).toEqual({ a: 0, b: null, i: 0 })
    expect(seated([...others('a', 'b'), ...firsts('i')], before, [2, 1])).toEqual({ a: 0, b: 0, i: 1 })
  })

  it('a claim that comes to be first keeps its seat, and finds one if it had none', () => {
    expect(seated([...others('a'), ...firsts('b')], new Map([['a', 0]]), [1])).toEqual({ a: null, b: 0 })
  })

  it('the claims of a connection that is gone are seated on the others, those that come first before those that sit there', () => {
    const before = new Map([
      ['i', 0],
      ['a', 0],
      ['b', 1],
      ['c', 1],
    ])
    expect(seated([...firsts('i'), ...others('a', 'b', 'c')], before, [0, 2])).toEqual({ i: 1, a: null, b: 1, c: null })
  })

  it('no connection has more than its places, no place stays free beside a claim without one, and no other sits while a first stands', () => {
    const claims = fc.uniqueArray(fc.record({ id: fc.string({ maxLength: 2 }), first: fc.boolean() }), { selector: ({ id }) => id })
    const rooms = fc.array(fc.nat(5), { maxLength: 3 })
    fc.assert(
      fc.property(claims, claims, rooms, rooms, (earlier, now, roomsBefore, roomsNow) => {
        const before = seatSubscriptions(earlier, NOBODY, roomsBefore)
        const seats = seatSubscriptions(now, before, roomsNow)
        expect([...seats.keys()].sort()).toEqual(now.map(({ id }) => id).sort())
        const taken = roomsNow.map((_, place) => [...seats.values()].filter((each) => each === place).length)
        taken.forEach((count, place) => expect(count).toBeLessThanOrEqual(roomsNow[place]!))
        const standing = now.filter(({ id }) => seats.get(id) === null)
        if (standing.length > 0) expect(taken).toEqual(roomsNow)
        if (standing.some(({ first }) => first)) expect(now.some(({ id, first }) => !first && seats.get(id) !== null)).toBe(false)
      }),
    )
  })
})
