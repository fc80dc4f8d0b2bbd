import { insertStrategy, insertTrade } from '../../gateway/testing/rows.ts'
import { hashPassword } from '../../gateway/security/passwords.ts'
import type { Database } from '../../prisma/client.ts'
import { INDEX_SYMBOLS } from '../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { OPTION_TICK } from '../../schema/money.ts'
import { seedTrades } from '../../scripts/bench/measuring/seedTrades.ts'
import { insertCandles } from '../../engine/store/candles.ts'
import { SandboxMarket } from '../../engine/sandbox/market/SandboxMarket.ts'
import { SyntheticSource } from '../../engine/sandbox/sources/SyntheticSource.ts'

const SEED = 1
const DATE = '2026-12-28'
/** The market these trades run in: the day before an expiry, at the speed people see. */
export const LIVE_MARKET = { SANDBOX_SEED: String(SEED), SANDBOX_START: DATE, SANDBOX_SPEED: '10' } as const

export const RUNNING_TRADES = 50
const CLOSED_TRADES = 2_000
/** Of candles, before the day itself: more than the 5,000 that a chart holds. */
const SESSIONS = 14

export const TRADER = { email: 'tara@example.com', password: 'kite-river-42' } as const

/**
 * Before the product starts with `LIVE_MARKET`: a user with fifty running trades, each of a contract of its own near the money, whose
 * target and stop are out of reach, and 2,000 closed ones; and more candles of the Nifty than a chart holds.
 */
export async function insertRunningTrades(db: Database): Promise<void> {
  const source = new SyntheticSource(SEED)
  const market = new SandboxMarket(source)
  const { open, close } = SHIPPED_MARKET_RULES.sessionHours(DATE)

  const userId = await seedTrades(db, CLOSED_TRADES)
  await db.user.update({
    where: { id: userId },
    data: { name: 'Tara Bose', email: TRADER.email, passwordHash: await hashPassword(TRADER.password), emailVerifiedAt: new Date() },
  })
  // No strategy opens or closes anything: only prices move.
  await db.subscription.updateMany({ where: { userId }, data: { isActive: false } })
  await db.leg.deleteMany({ where: { trade: { userId, status: 'RUNNING' } } })
  await db.trade.deleteMany({ where: { userId, status: 'RUNNING' } })
  const strategyId = await insertStrategy(db, 'ema-crossover', { slug: 'watched', name: 'Watched', isActive: false })
  await db.subscription.create({ data: { userId, strategyId, isActive: false } })

  const contracts = INDEX_SYMBOLS.flatMap((index) => {
    const tick = market.lastTick(index, open)
    if (!tick) throw new Error(`${index} has no price on ${DATE}`)
    return market
      .listed(DATE)
      .filter((contract) => contract.index === index && contract.expiry === SHIPPED_MARKET_RULES.expiriesFrom(index, DATE, 1)[0])
      .toSorted((a, b) => Math.abs(a.strike - tick.price) - Math.abs(b.strike - tick.price))
      .slice(0, Math.ceil(RUNNING_TRADES / INDEX_SYMBOLS.length))
      .map((contract) => ({ contract, price: market.priceAt({ kind: 'option', ...contract }, tick) }))
  }).slice(0, RUNNING_TRADES)
  for (const { contract: listed, price } of contracts) {
    const { type, lot, expiresAt: _expiresAt, ...contract } = listed
    await insertTrade(db, {
      ...{ userId, strategyId, market: source.marketId, mode: 'PAPER', index: contract.index },
      ...{ option: contract.tradingSymbol, contract: { ...contract, optionType: type, lotSize: lot, tick: OPTION_TICK } },
      ...{ signal: type === 'CE' ? ('LONG' as const) : ('SHORT' as const), lots: 1, quantity: lot },
      ...{ entryPricePaise: BigInt(price), fundUsedPaise: BigInt(price * lot), chargesPaise: 2_655n },
      ...{ targetPaise: BigInt(price * 20), stopPaise: BigInt(OPTION_TICK) },
      terms: {
        takeProfit: { unit: 'PERCENT', value: 1_900 },
        stopLoss: { unit: 'PERCENT', value: 99 },
        ...{ trailingStopPercent: null, windowEndsAt: close },
      },
      entryTime: new Date(open),
    })
  }

  let date = DATE
  for (let session = 0; session < SESSIONS; session++) {
    const before = source.sessionBefore(date)
    if (before === null) throw new Error(`The market has no session before ${date}`)
    date = before
    const candles = source.candles('NIFTY', date)
    await insertCandles(
      db,
      source.marketId,
      candles.map((candle) => ({ symbol: 'NIFTY', candle })),
    )
  }
}
