import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { IncidentKind } from '../../prisma/generated/client.ts'
import { SECOND } from '../../schema/time.ts'
import { INCIDENT_NATURES, Outages, OVER_AFTER_MS, TOLD_AFTER_MS, type Found } from './Outages.ts'

const ALL = Object.keys(INCIDENT_NATURES) as IncidentKind[]
const OUTAGES = ALL.filter((kind) => INCIDENT_NATURES[kind] === 'OUTAGE')
const FACTS = ALL.filter((kind) => INCIDENT_NATURES[kind] === 'FACT')

interface Look {
  readonly found: Found
  /** Milliseconds since the one before. */
  readonly after: number
}

/** What is told of looks at one kind, and when: as incidents are, one that is under way is not begun again. */
function toldOf(kind: IncidentKind, looks: readonly Look[]): readonly { readonly at: number; readonly begins: boolean }[] {
  const outages = new Outages()
  const told: { at: number; begins: boolean }[] = []
  let at = 0
  for (const { found, after } of looks) {
    at += after
    const due = outages.judge(kind, found, at)
    if (due !== null && due !== (told.at(-1)?.begins ?? false)) told.push({ at, begins: due })
  }
  return told
}

const each = (founds: string): readonly Look[] =>
  [...founds].map((sign) => ({ found: sign === '?' ? null : sign === 'x', after: 5 * SECOND }))
const times = (founds: string, count: number): string => founds.repeat(count)

describe.each(OUTAGES)('%s', (kind) => {
  test.each([
    ['missed now and then', times('xxxxxx.', 40), ''],
    ['missed at every other look', times('x.', 100), ''],
    ['missed for 30 s', 'xxxxxxx', '+'],
    ['missed for 25 s', 'xxxxxx', ''],
    ['missed for 30 s and then now and then', `xxxxxxx${times('....x', 20)}`, '+'],
    ['missed for 30 s, and there for 2 min', `xxxxxxx${times('.', 25)}`, '+-'],
    ['missed for 30 s, and there for 115 s', `xxxxxxx${times('.', 24)}`, '+'],
    ['missed twice', times(`xxxxxxx${times('.', 25)}`, 2), '+-+-'],
    ['not known in between', 'xxxxxx?xxxxxx', ''],
    ['told, and then not known', `xxxxxxx${times('?', 100)}`, '+'],
    ['there from the beginning', times('.', 100), ''],
  ])('%s', (_, founds, told) => {
    expect(
      toldOf(kind, each(founds))
        .map(({ begins }) => (begins ? '+' : '-'))
        .join(''),
    ).toBe(told)
  })

  test('is told only of what every look of 30 s has found, and is over only by 2 min of looks, whatever they find', () => {
    const look = fc.record({
      found: fc.constantFrom<Found>(true, true, true, false, false, false, null),
      after: fc.integer({ min: 1, max: 20_000 }),
    })
    const runs = fc.array(fc.tuple(look, fc.integer({ min: 1, max: 40 })), { maxLength: 30 })
    fc.assert(
      fc.property(runs, (rows) => {
        const looks = rows.flatMap(([one, count]) => Array<Look>(count).fill(one))
        let at = 0
        const instants = looks.map(({ found, after }) => ({ found, at: (at += after) }))
        const told = toldOf(kind, looks)
        for (const { at: when, begins } of told) {
          const since = when - (begins ? TOLD_AFTER_MS : OVER_AFTER_MS)
          expect(instants.every((one) => one.at < since || one.at > when || one.found === begins)).toBe(true)
        }
        for (const [i, { at: when }] of told.entries()) {
          const before = told[i - 2]
          if (before) expect(when - before.at).toBeGreaterThanOrEqual(TOLD_AFTER_MS + OVER_AFTER_MS)
        }
      }),
    )
  })
})

test.each(FACTS)('%s is told at once, and is over at once', (kind) => {
  expect(toldOf(kind, each('.x.x')).map(({ at }) => at)).toEqual([10, 15, 20].map((s) => s * SECOND))
})
