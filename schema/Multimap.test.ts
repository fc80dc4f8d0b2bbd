import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Multimap } from './Multimap.ts'

const key = fc.constantFrom('a', 'b', 'c')
const value = fc.constantFrom(1, 2, 3)
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), key, value }),
  fc.record({ kind: fc.constant('delete' as const), key, value }),
  fc.record({ kind: fc.constant('take' as const), key }),
)

describe('Multimap', () => {
  it('holds what a map of sets would, in the same order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const map = new Multimap<string, number>()
        const sets = new Map<string, Set<number>>()
        for (const each of steps) {
          const set = sets.get(each.key) ?? new Set()
          if (each.kind === 'add') {
            map.add(each.key, each.value)
            sets.set(each.key, set.add(each.value))
          } else if (each.kind === 'delete') expect(map.delete(each.key, each.value)).toBe(set.delete(each.value))
          else {
            expect([...map.take(each.key)]).toEqual([...set])
            set.clear()
          }
          if (set.size === 0) sets.delete(each.key)
          expect(map.size).toBe(sets.size)
          expect([...map.keys()]).toEqual([...sets.keys()])
          expect([...map.values()]).toEqual([...sets.values()].flatMap((values) => [...values]))
          for (const known of ['a', 'b', 'c']) {
            expect(map.has(known)).toBe(sets.has(known))
            expect([...map.of(known)]).toEqual([...(sets.get(known) ?? [])])
          }
        }
      }),
    )
  })

  it('may be changed while several values of a key are read', () => {
    const map = new Multimap<string, number>()
    for (const each of [1, 2, 3]) map.add('a', each)
    const seen: number[] = []
    for (const each of map.of('a')) {
      seen.push(each)
      map.delete('a', 2)
      if (each === 3) map.add('a', 4)
      if (each === 4) break
    }
    expect(seen).toEqual([1, 3, 4])
  })
})
