import { expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import type { LegRule } from '../../../schema/rules/PositionRule.ts'
import { MINUTE } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import { useTestStore } from '../../store/testing/useTestStore.ts'
import { versionKey } from './ActiveStrategies.ts'
import { decisionsAt } from './decisionsAt.ts'
import type { MarketView } from './MarketView.ts'
import { chainOf, MONDAY } from '../testing/chains.ts'
import { legRule, positionRule } from '../testing/positions.ts'

const current = useTestStore()
const CHAIN = chainOf()
const CANDLE = {
  time: MONDAY - MINUTE,
  open: CHAIN.indexPrice,
  high: CHAIN.indexPrice,
  low: CHAIN.indexPrice,
  close: CHAIN.indexPrice,
  volume: 0,
}

interface Wanted {
  readonly legs?: readonly LegRule[]
  /** Contracts that are listed, and of these those with a quote. */
  readonly listed?: (contract: OptionContract) => boolean
  readonly quoted?: (contract: OptionContract) => boolean
  /** Rupees. */
  readonly funds?: number
}

const STRADDLE = [legRule(), legRule({ optionType: 'PE' })]
/** Neither hedges the other. */
const TWO_CALLS = [legRule(), legRule({ strike: { kind: 'ATM', strikes: 1 } })]

/** What a signal of a strategy with these legs leaves in the database, decided as on the floor. */
async function rowsOf({ legs = STRADDLE, listed = () => true, quoted = () => true, funds = 10_00_000 }: Wanted) {
  const testStore = current()
  const { userId, strategyId } = testStore.subscription
  await testStore.db.user.update({ where: { id: userId }, data: { paperFundsPaise: BigInt(funds * 100) } })
  await testStore.moveToTerms({ riskPerTradePaise: 10_00_000_00n })
  const { session, rules, now } = CHAIN
  if (!session) throw new Error('no session on that day')
  const lastPriceOf = (contract: OptionContract) => (quoted(contract) ? CHAIN.premiumOf(contract) : null)
  const view: MarketView = {
    ...{
      real: now,
      now,
      session,
      rules,
      dayCovered: true,
      shortageOf: () => null,
      pausedOn: () => null,
    },
    ...{
      contracts: CHAIN.contracts.filter(listed),
      premiumOf: lastPriceOf,
      lastPriceOf,
      quoteAgeOf: (contract) => (quoted(contract) ? 0 : 7_240),
      openLossOf: () => paise(0),
    },
    oppositeUnits: () => 0,
  }
  const positions = new Map([[versionKey({ strategyId, version: 2 }), positionRule(legs)]])
  const decisionOf = decisionsAt('NIFTY', CANDLE, view, session, positions)
  const batch = testStore.batchAt(CANDLE.time, { signals: [{ strategyId, version: 2, side: 'NEUTRAL' }] })
  await testStore.store.decisions.decide(batch, now, (side, candidate, account) => decisionOf(side, candidate)(candidate, account))
  const [orders, denials] = await Promise.all([
    testStore.db.order.count(),
    testStore.db.denial.findMany({ select: { reason: true, numbers: true } }),
  ])
  return { orders, denials }
}

const isPut = ({ optionType }: OptionContract) => optionType === 'PE'

it('both legs of a position are ordered where nothing speaks against it', async () => {
  expect(await rowsOf({})).toEqual({ orders: 2, denials: [] })
})

it.each<[string, Wanted, string, Record<string, unknown>]>([
  ['a strike that is not listed', { listed: (each) => !isPut(each) }, 'LEG_NOT_LISTED', { leg: 1, indexPrice: 24_000_00 }],
  [
    'a leg without a quote',
    { quoted: (each) => !isPut(each) },
    'LEG_WITHOUT_QUOTE',
    { leg: 1, strike: 24_000_00, ageMs: 7_240, limitMs: 5_000 },
  ],
  [
    'a leg whose premium no strike near the money has',
    { legs: [legRule({ strike: { kind: 'PREMIUM', premium: paise(3_000_00) } })] },
    'LEG_OUT_OF_REACH',
    { leg: 0, by: 'PREMIUM', wanted: 3_000_00, strike: 22_500_00, strikes: 40 },
  ],
  [
    'two legs that come out at one contract and side',
    { legs: [legRule(), legRule({ strike: { kind: 'DELTA', delta: 0.5 } })] },
    'LEGS_COINCIDE',
    { leg: 1, other: 0, strike: 24_000_00 },
  ],
  [
    'margin that is enough for one leg and short for both',
    { legs: TWO_CALLS, funds: 1_75_000 },
    'MARGIN_SHORT',
    { available: 1_75_000_00 },
  ],
])('%s refuses the position as a whole, and the row says why with the numbers', async (_, wanted, reason, numbers) => {
  const { orders, denials } = await rowsOf(wanted)
  expect([orders, denials.length]).toEqual([0, 1])
  expect(denials[0]).toMatchObject({ reason, numbers })
})

it('margin for one of the legs alone was there', async () => {
  expect(await rowsOf({ legs: TWO_CALLS.slice(0, 1), funds: 1_75_000 })).toEqual({ orders: 1, denials: [] })
})
