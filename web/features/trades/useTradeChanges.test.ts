import { describe, expect, it } from 'vitest'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { testTrade } from './testing/testTrade.ts'
import { afterChange, isGap, isKnown } from './useTradeChanges.ts'

const trade = (id: string, status: TradePartsFragment['status'] = 'RUNNING') => testTrade({ id, status })

describe('running trades after a change', () => {
  it('begin with a newly opened one, which a repeated event does not double', () => {
    const once = afterChange([trade('a')], trade('b'))
    expect(once.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(afterChange(once, trade('b')).map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('keep a changed one in its place', () => {
    const changed = testTrade({ id: 'b', closing: true })
    expect(afterChange([trade('a'), trade('b'), trade('c')], changed)).toEqual([trade('a'), changed, trade('c')])
  })

  it('lose a closed one, also when it was never listed', () => {
    expect(afterChange([trade('a'), trade('b')], trade('a', 'TARGET_HIT')).map(({ id }) => id)).toEqual(['b'])
    expect(afterChange([trade('b')], trade('a', 'COMPLETED')).map(({ id }) => id)).toEqual(['b'])
  })
})

describe('a running trade that is heard of for the first time', () => {
  const heard = { id: 'a', entryTime: '2026-11-30T07:25:00.000Z' }
  const opened = Date.parse(heard.entryTime)

  it.each([
    ['had opened when it is listed', [{ id: 'a' }], opened - 1, true],
    ['opens when the list has others only', [{ id: 'b' }], opened + 1, false],
    ['had opened when nothing is listed and it is older than the page', undefined, opened + 1, true],
    ['opens when nothing is listed and the page is older', undefined, opened, false],
    ['had perhaps opened when nothing is listed and no time is known', undefined, null, true],
  ])('%s', (_, listed, since, expected) => {
    expect(isKnown(heard, listed, since)).toBe(expected)
  })
})

describe('numbers of a subscription', () => {
  it.each([
    [0, 1, false],
    [1, 2, false],
    [7, 1, false],
    [7, 9, true],
    [0, 2, true],
    [7, 7, true],
  ])('%i, then %i: lost %s', (last, sequence, lost) => {
    expect(isGap(last, sequence)).toBe(lost)
  })
})
