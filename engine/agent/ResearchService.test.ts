import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { INDEX_SYMBOLS } from '../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { istInstant, type Instant } from '../../schema/time.ts'
import { CandleBook } from '../market/CandleBook.ts'
import type { AgentStore } from './AgentStore.ts'
import { AgentThreads } from './AgentThreads.ts'
import { ResearchService } from './ResearchService.ts'

/** A service on a node whose lead the test gives and takes, whose questions about stored minutes wait until they are let go. */
function createNode() {
  const threads = new AgentThreads(pino({ level: 'silent' }))
  const state = { isMine: true, now: istInstant('2026-07-01', 9 * 60) as Instant }
  const failures: unknown[] = []
  const open = { requests: 0, closed: 0 }
  const waiting: (() => void)[] = []
  let onAsked: (() => void) | null = null
  const asked = () => new Promise<void>((resolve) => (onAsked = resolve))
  const store: AgentStore = {
    isWanted: async () => true,
    wantedKeys: async () => [],
    dueKeys: async () => [],
    // No session is stored.
    days: async function* () {},
    minutesBefore: async () => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        onAsked?.()
      })
      return 0
    },
    keys: async () => [],
    begin: async () => null,
    saveScan: async () => true,
    saveKeys: async () => true,
    verdictsSince: async () => [],
    request: async () => null,
    answer: async () => true,
    refuse: async () => undefined,
  }
  const service = new ResearchService({
    ...{ market: 'drawn', store, threads, book: CandleBook.create({ symbols: INDEX_SYMBOLS, capacity: 10 }) },
    rules: () => SHIPPED_MARKET_RULES,
    now: () => state.now,
    marketNow: () => state.now,
    quotes: () => ({ contracts: [], lastPriceOf: () => null }),
    isMine: () => state.isMine,
    isHistoryThere: () => true,
    openRequests: () => {
      open.requests++
      return { close: async () => void open.closed++ }
    },
    log: { info: () => undefined, warn: (fields: object) => void failures.push(fields) },
  })
  const letGo = () => {
    for (const go of waiting.splice(0)) go()
  }
  onTestFinished(async () => {
    store.minutesBefore = async () => 0
    letGo()
    await service.stop()
  })
  return { service, store, state, failures, open, asked, letGo }
}

/** Work that waits for nothing outside is done. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('does nothing more for a lead that it loses while sessions are read, and takes the next one', async () => {
  const { service, store, state, failures, open, asked, letGo } = createNode()
  for (let turn = 0; turn < 3 && open.requests === 0; turn++) {
    service.onTime()
    await settled()
  }
  const reading = asked()
  service.onTime()
  await reading

  state.isMine = false
  service.onTime()
  expect(open).toEqual({ requests: 1, closed: 1 })
  store.minutesBefore = async () => 0
  letGo()
  await settled()

  state.isMine = true
  await expect.poll(() => (service.onTime(), open), { timeout: 30_000 }).toEqual({ requests: 2, closed: 1 })
  expect(failures).toEqual([])
})

it('takes no lead that it loses while it reads how far the keys are', async () => {
  const { service, store, state, failures, open } = createNode()
  let go = () => {}
  const began = new Promise<void>((begun) => {
    store.begin = async () => {
      begun()
      await new Promise<void>((resolve) => (go = resolve))
      return null
    }
  })
  service.onTime()
  await settled()
  service.onTime()
  await began
  state.isMine = false
  service.onTime()
  go()
  await settled()
  expect({ failures, open }).toEqual({ failures: [], open: { requests: 0, closed: 0 } })
})
