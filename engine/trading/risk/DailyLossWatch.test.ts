import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { DAY, istInstant, SECOND, type Instant } from '../../../schema/time.ts'
import { DailyLossWatch, type DailyLoss } from './DailyLossWatch.ts'

const NOW = istInstant('2026-07-01', 600)
const asha: DailyLoss = {
  ...{ userId: 'asha', mode: 'PAPER', maxDailyLoss: paise(1_000_00), closedLoss: paise(400_00), stoppedAt: null },
  openTrades: new Set(['a']),
}

/** A watch over users whose trades have lost `open`; records stops and counts reads. */
function watching(users: readonly DailyLoss[], open: Record<string, number> = {}) {
  const seen = { stopped: [] as string[], reads: 0, trades: 0, users, open, fails: false }
  const watch = new DailyLossWatch({
    records: {
      dailyLosses: async () => {
        if (seen.fails) throw new Error('no database')
        seen.reads++
        return seen.users
      },
      stopForToday: async (userId, mode, loss) => {
        seen.stopped.push(`${userId} ${mode} ${loss / 100}`)
        // It requested the exit: nothing is left to close.
        seen.users = seen.users.filter((user) => user.userId !== userId || user.mode !== mode)
      },
    },
    openLossOf: (userId, trades) => paise([...trades].reduce((sum, trade) => sum + (seen.open[`${userId} ${trade}`] ?? 0), 0)),
    tradesSeen: () => seen.trades,
    log: pino({ level: 'silent' }),
  })
  const at = (seconds: number, from: Instant = NOW) => watch.onTime(from + seconds * SECOND)
  return { watch, seen, at }
}

describe('the loss of a market day', () => {
  it('is one on paper and another live: each closes its own trades at the limit', async () => {
    const live: DailyLoss = { ...asha, mode: 'LIVE', openTrades: new Set(['b']) }
    const { seen, at } = watching([asha, live], { 'asha a': 599_00, 'asha b': 600_00 })
    await at(0)
    expect(seen.stopped).toEqual(['asha LIVE 1000'])
    seen.open['asha a'] = 700_00
    await at(1)
    expect(seen.stopped).toEqual(['asha LIVE 1000', 'asha PAPER 1100'])
  })

  it('closes a user’s open trades once closed and open ones together have lost the limit', async () => {
    const { seen, at } = watching([asha], { 'asha a': 599_99 })
    await at(0)
    expect(seen.stopped).toEqual([])
    seen.open['asha a'] = 600_00
    await at(1)
    expect(seen.stopped).toEqual(['asha PAPER 1000'])
  })

  it('is looked at once a market second, and read only when trades came or went, limits changed or a day began', async () => {
    const { watch, seen, at } = watching([asha])
    for (const second of [0, 0.1, 0.9, 1, 2, 3]) await at(second)
    expect(seen.reads).toBe(1)
    seen.trades++
    await at(3.5)
    expect(seen.reads).toBe(1)
    await at(4)
    expect(seen.reads).toBe(2)
    watch.onLimitsChanged()
    await at(5)
    expect(seen.reads).toBe(3)
    await at(5, NOW + DAY)
    expect(seen.reads).toBe(4)
  })

  it('counts nothing of a trade twice: one that was closed meanwhile is not among those that were open', async () => {
    const { seen, at } = watching([{ ...asha, closedLoss: paise(700_00), openTrades: new Set() }], { 'asha a': 700_00 })
    await at(0)
    expect(seen.stopped).toEqual([])
  })

  it('that closed trades before stays lost: what was opened late is closed too, however the others were sold', async () => {
    const { seen, at } = watching([{ ...asha, closedLoss: paise(900_00), stoppedAt: paise(1_000_00) }])
    await at(0)
    expect(seen.stopped).toEqual(['asha PAPER 1000'])
  })

  it('ends with a limit raised above it', async () => {
    const { seen, at } = watching([{ ...asha, maxDailyLoss: paise(2_000_00), stoppedAt: paise(1_000_00) }])
    await at(0)
    expect(seen.stopped).toEqual([])
  })

  it('is looked at again after the database was away, or the clock was set back', async () => {
    const { seen, at } = watching([asha], { 'asha a': 600_00 })
    seen.fails = true
    await at(0)
    seen.fails = false
    // A database that is down is not queried every second.
    await at(4)
    expect(seen.stopped).toEqual([])
    await at(5)
    expect(seen.stopped).toEqual(['asha PAPER 1000'])
    seen.users = [asha]
    await at(-30)
    expect(seen.stopped).toEqual(['asha PAPER 1000', 'asha PAPER 1000'])
  })
})
