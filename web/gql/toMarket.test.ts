import { describe, expect, it } from 'vitest'
import type { MarketStatusPartsFragment } from './generated/graphql.ts'
import { toMarket } from './toMarket.ts'

const realStart = Date.parse('2026-11-21T02:00:00Z')
const sandbox: MarketStatusPartsFragment = {
  sandbox: true,
  pattern: null,
  speed: 10,
  segments: [
    {
      realStart: new Date(realStart).toISOString(),
      marketStart: '2026-11-23T03:45:00.000Z',
      sessionOpen: '2026-11-23T03:45:00.000Z',
      sessionClose: '2026-11-23T10:00:00.000Z',
    },
  ],
  isOpen: true,
  nextChangeAt: '2026-11-23T10:00:00.000Z',
  engineRunning: true,
  feedConnected: true,
}

describe('the market a screen shows', () => {
  it('runs at the speed of its sandbox and stands still at the close', () => {
    const market = toMarket(sandbox)
    expect(market.timeAt(realStart + 6_000)).toBe(Date.parse('2026-11-23T03:46:00Z'))
    const close = Date.parse('2026-11-23T10:00:00Z')
    expect(market.timeAt(realStart + 3_600_000)).toBe(close)
    expect(market.isOpenAt(realStart + 6_000)).toBe(true)
    expect(market.isOpenAt(realStart + 3_600_000)).toBe(false)
  })

  it('keeps real time and the server’s word when it is no sandbox', () => {
    const market = toMarket({ ...sandbox, sandbox: false, segments: [], isOpen: false })
    expect(market.timeAt(realStart)).toBe(realStart)
    expect(market.isOpenAt(realStart)).toBe(false)
  })
})
