import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SeededRandom } from '../../../../schema/SeededRandom.ts'
import { CANDLE_CSV_HEADER } from '../../../../schema/market/candleCsv.ts'
import { SHIPPED_MARKET_RULES } from '../../../../schema/market/MarketRules.ts'
import { paise } from '../../../../schema/money.ts'
import { istDate, istInstant, istIso, MINUTE } from '../../../../schema/time.ts'
import { CALL } from '../../../sandbox/testing/openClient.ts'
import { openSandbox, type OpenSandbox } from '../../../sandbox/testing/openSandbox.ts'
import { checkOrder } from '../../../trading/orders/checkOrder.ts'
import { priceRangeOf } from '../../../trading/orders/protectedLimit.ts'
import { refusedByTime } from '../../../trading/risk/assess.ts'
import { engineContract, openLive, orderOf } from './testing/openLive.ts'

const contract = engineContract(CALL.token)
const LOT = contract.lotSize
const LAST = paise(100_00)
const DATE = '2026-11-20'
const EACH = 10
/** How many times its limits the broker lets calls through. */
const FACTOR = 10

let sandbox: OpenSandbox
let users = 0
beforeAll(async () => {
  sandbox = await openSandbox({ speed: 1, accounts: 10 })
  sandbox.control.scaleLimits(FACTOR)
  sandbox.control.quote(CALL, LAST, 0)
})
afterAll(() => sandbox.remove())

interface Drawn {
  readonly quantity: number
  readonly limit: number
}

/** Draws ten orders; the outcome of each at the broker and the exchange, and whether the engine would have sent it. */
async function sendTen(draw: (random: SeededRandom) => Drawn, on = sandbox, { clientCode } = on.users[users++]!) {
  const { execution, updates } = openLive(on, FACTOR)
  const random = new SeededRandom(clientCode)
  const date = istDate(on.control.now())
  const freeze = SHIPPED_MARKET_RULES.freezeFor('NIFTY', date)
  const range = priceRangeOf(contract, SHIPPED_MARKET_RULES.priceProtectionOf('NFO', date), LAST)
  try {
    const sent: { readonly isCaught: boolean; readonly words: string }[] = []
    for (let i = 0; i < EACH; i++) {
      const [tag, { quantity, limit }] = [`E${i}`, draw(random)]
      const isCaught = checkOrder({ contract, quantity, limit: paise(limit) }, { freeze, range }) !== null
      const order = orderOf(clientCode, tag, contract, { quantity, pricing: { kind: 'LIMIT', limit: paise(limit) } })
      const placement = await vi.waitUntil(async () => {
        const answer = await execution.place(order)
        return answer.kind === 'busy' ? null : answer
      })
      const rejection = () => updates.flatMap((update) => (update.clientOrderId === tag && update.type === 'rejected' ? update.reason : []))
      if (placement.kind === 'accepted') await expect.poll(rejection).toHaveLength(1)
      sent.push({ isCaught, words: placement.kind === 'refused' ? placement.message : (rejection()[0] ?? placement.kind) })
    }
    expect(on.control.fills(clientCode).filter(({ tag }) => tag !== '')).toEqual([])
    // Each was sent once at most.
    const asked = on.control.ledger.entries.flatMap((entry) =>
      entry.kind === 'call' && entry.clientCode === clientCode && entry.via === 'api' ? [entry.tag] : [],
    )
    expect(asked).toEqual([...new Set(asked)])
    return sent
  } finally {
    execution.close()
  }
}

const steps = (random: SeededRandom, low: number, high: number) => random.integer(low / 5, high / 5) * 5

describe('of ten orders each is refused in words, and would not have left', () => {
  it.each<readonly [string, RegExp, (random: SeededRandom) => Drawn]>([
    ['outside of the price range', /outside/, (random) => ({ quantity: LOT, limit: steps(random, 141_00, 400_00) })],
    [
      'above the freeze quantity',
      /freeze/,
      (random) => ({ quantity: LOT * random.integer(28, 60), limit: 1_00 + steps(random, 60_00, 99_00) }),
    ],
    ['of part of a lot', /lot/, (random) => ({ quantity: LOT * random.integer(0, 9) + random.integer(1, LOT - 1), limit: 90_00 })],
    [
      'between two price steps',
      /not on the contract’s steps/,
      (random) => ({ quantity: LOT, limit: steps(random, 61_00, 99_00) + random.integer(1, 4) }),
    ],
  ])('%s', async (_what, words, draw) => {
    const sent = await sendTen(draw)
    expect(sent.filter(({ isCaught }) => !isCaught)).toEqual([])
    for (const each of sent) expect(each.words).toMatch(words)
  })
})

it('ten orders of a contract on the exchange’s cautionary list, which nobody here knows, are refused in words', async () => {
  sandbox.control.setFault({ name: 'cautionary', tokens: [CALL.token] })
  try {
    for (const { words } of await sendTen(() => ({ quantity: LOT, limit: 90_00 }))) expect(words).toMatch(/cautionary/)
  } finally {
    sandbox.control.clearFaults()
  }
})

it('ten orders that cost more than the account has are refused in words', async () => {
  const account = sandbox.users[users++]!
  const { exchange, token } = CALL
  // Five of the largest orders leave ₹1,22,500 of ten lakh.
  for (let i = 0; i < 5; i++)
    sandbox.control.tradeByHand(account.clientCode, { exchange, token, side: 'BUY', units: 27 * LOT, product: 'INTRADAY' })
  const draw = (random: SeededRandom) => ({ quantity: LOT * random.integer(20, 27), limit: steps(random, 95_00, 99_00) })
  for (const { words } of await sendTen(draw, sandbox, account)) expect(words).toMatch(/Insufficient funds/)
})

it('ten orders after the close are refused in words, and at no such moment would an entry have been decided', async () => {
  const closed = await openClosedMarket()
  for (const { words } of await sendTen(() => ({ quantity: LOT, limit: 90_00 }), closed, closed.users[0])) expect(words).toMatch(/closed/)
  const random = new SeededRandom('closed')
  const settings = { windowStart: 9 * 60 + 15, windowEnd: 24 * 60, maxTrades: 1 }
  const session = SHIPPED_MARKET_RULES.sessionHours(DATE)
  for (let i = 0; i < EACH; i++) {
    const now = istInstant(DATE, random.integer(15 * 60 + 30, 24 * 60 - 1))
    const moment = { now, closedAt: now, session, dayCovered: true, contract, rules: SHIPPED_MARKET_RULES }
    expect(refusedByTime({ mode: 'LIVE', unmetGates: [], killed: null, settings }, moment)?.reason).toBe('SESSION_CLOSING')
  }
})

/** A sandbox whose market stands at its last close for ever, and answers at once. */
async function openClosedMarket(): Promise<OpenSandbox> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sakha-closed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const minutes = Array.from({ length: 375 }, (_, i) => `${istIso(istInstant(DATE, 555) + i * MINUTE)},24500,24501,24499,24500,0`)
  const file = path.join(folder, 'nifty.csv')
  writeFileSync(file, `${[CANDLE_CSV_HEADER, ...minutes].join('\n')}\n`)
  const start = istInstant(DATE, 15 * 60 + 30)
  const closed = await openSandbox({ speed: 1, accounts: 1, start, replay: new Map([['NIFTY', file]]) })
  onTestFinished(() => closed.remove())
  closed.control.scaleLimits(FACTOR)
  closed.control.setFault({ name: 'instant' })
  closed.control.quote(CALL, LAST, 0)
  return closed
}
