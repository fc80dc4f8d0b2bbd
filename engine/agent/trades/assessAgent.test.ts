import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import { staleFeed } from '../../trading/risk/pausedBy.ts'
import { ACCOUNT, CANDIDATE, MOMENT } from '../../trading/testing/decisions.ts'
import type { Account } from '../../trading/risk/assess.ts'
import { assessAgent, type AgentCandidate, type AgentMoment, type AgentSettings } from './assessAgent.ts'

const SETTINGS: AgentSettings = {
  ...{ capital: paise(1_00_000_00), lots: 2, risk: paise(2_000_00), maxTrades: 3 },
  ...{ lossToday: paise(0), softDrawdown: paise(5_000_00), lossCounted: paise(0), hardDrawdown: paise(10_000_00) },
}

interface Case {
  readonly candidate?: Partial<AgentCandidate>
  readonly settings?: Partial<AgentSettings>
  readonly account?: Partial<Account>
  readonly moment?: Partial<AgentMoment>
}

/** Ten in the morning, the call at the money at 100.00, with a lot of 65. */
function answer({ candidate, settings, account, moment }: Case = {}) {
  return assessAgent(
    { ...CANDIDATE, asks: false, bar: null, ...candidate, settings: { ...SETTINGS, ...settings } },
    { ...ACCOUNT, ...account },
    { ...MOMENT, deviation: 0.0005, kind: 'PROVEN', ...moment },
  )
}

const lotsOf = (asked: Case) => {
  const answered = answer(asked)
  return answered.ok ? answered.value.legs[0]!.quantity / 65 : answered.error
}

describe('an agent that takes a verdict', () => {
  it('buys one option with a target and a stop, and sells it thirty minutes after the candle at the latest', () => {
    expect(answer()).toMatchObject({
      ok: true,
      value: {
        legs: [
          {
            ...{ side: 'BUY', contract: MOMENT.contract },
            terms: { takeProfit: { unit: 'PERCENT' }, stopLoss: { unit: 'PERCENT' }, windowEndsAt: istInstant('2026-07-01', 630) },
          },
        ],
      },
    })
  })

  it('buys the fewest of its lots, those that the capital pays for, and those that lose no more than the risk at the stop', () => {
    expect(lotsOf({})).toBe(2)
    // A lot costs 6,500 rupees and 26.53 of charges.
    expect(lotsOf({ settings: { capital: paise(13_000_00) } })).toBe(1)
    expect(lotsOf({ settings: { lots: 20, risk: paise(50_000_00) }, account: { available: paise(10_00_000_00) } })).toBe(15)
    // The index 18 rupees lower takes some 9 off the premium: 585 rupees of a lot.
    expect(lotsOf({ settings: { lots: 20, risk: paise(2_000_00) } })).toBe(3)
  })

  it('brings the stop of an exploratory trade as near as the risk wants, to half way at most, and leaves that of a proven one', () => {
    const risk = paise(400_00)
    const stopOf = (kind: 'PROVEN' | 'EXPLORATORY', settings: Partial<AgentSettings>) => {
      const answered = answer({ settings, moment: { kind } })
      return answered.ok ? answered.value.legs[0]!.terms.stopLoss : answered.error.reason
    }
    // 6.15 rupees a unit, in steps of five paise.
    expect(stopOf('EXPLORATORY', { risk })).toMatchObject({ unit: 'PERCENT', value: 6.15 })
    expect(stopOf('PROVEN', { risk })).toBe('RISK_TOO_SMALL')
    expect(stopOf('EXPLORATORY', { risk: paise(250_00) })).toBe('RISK_TOO_SMALL')
    // What more lots would lose makes them fewer first.
    expect(stopOf('EXPLORATORY', { lots: 20 })).toEqual(stopOf('PROVEN', { lots: 20 }))
  })
})

/** Each fault and its denial, in the order of the checks. */
const REFUSALS: readonly (readonly [what: string, wrong: Case, denial: unknown])[] = [
  [
    'at its hard drawdown',
    { settings: { lossCounted: paise(10_000_00) } },
    { reason: 'AGENT_HALTED', numbers: { loss: 10_000_00, limit: 10_000_00 } },
  ],
  ['live', { candidate: { mode: 'LIVE', unmetGates: ['AGENT_PROOF'] } }, { reason: 'LIVE_GATES', numbers: { gates: ['AGENT_PROOF'] } }],
  ['under a kill switch', { candidate: { killed: 'USER' } }, { reason: 'KILL_SWITCH', numbers: { scope: 'USER' } }],
  [
    'with its trades of the day made',
    { candidate: { tradesToday: 3 } },
    { reason: 'MAX_TRADES_REACHED', numbers: { tradesToday: 3, maxTrades: 3 } },
  ],
  ['in the index already', { candidate: { openTrades: 1 } }, { reason: 'ALREADY_IN_TRADE', numbers: { openTrades: 1 } }],
  ['on a stale feed', { moment: { paused: staleFeed(5_001) } }, { reason: 'FEED_STALE', numbers: { ageMs: 5_001, limitMs: 5_000 } }],
  ['without a quote', { moment: { premium: null } }, { reason: 'NO_QUOTE', numbers: { strike: 24_500_00 } }],
  [
    'at its soft drawdown',
    { settings: { lossToday: paise(5_000_00) } },
    { reason: 'AGENT_DRAWDOWN', numbers: { loss: 5_000_00, limit: 5_000_00 } },
  ],
  [
    'with too little capital',
    { settings: { capital: paise(6_500_00) } },
    { reason: 'CAPITAL_SHORT', numbers: { needed: 6_526_53, capital: 6_500_00 } },
  ],
  ['with too little risk', { settings: { risk: paise(100_00) } }, { reason: 'RISK_TOO_SMALL', numbers: { risk: 100_00 } }],
  ['with too little free', { account: { available: paise(1_000_00) } }, { reason: 'FUNDS_SHORT', numbers: { available: 1_000_00 } }],
]

describe('an agent takes no verdict', () => {
  it.each(REFUSALS)('%s', (_what, wrong, denial) => {
    expect(answer(wrong)).toMatchObject({ ok: false, error: denial })
  })

  it('for the first reason of several', () => {
    for (const [place, [, wrong, denial]] of REFUSALS.entries()) {
      const both = REFUSALS.slice(place + 1).reduce<Case>(
        (all, [, next]) => ({
          candidate: { ...next.candidate, ...all.candidate },
          settings: { ...next.settings, ...all.settings },
          account: { ...next.account, ...all.account },
          moment: { ...next.moment, ...all.moment },
        }),
        wrong,
      )
      expect(answer(both)).toMatchObject({ ok: false, error: denial })
    }
  })
})
