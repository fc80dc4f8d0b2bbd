import { describe, expect, it } from 'vitest'
import { modelPremium } from '../../schema/market/options/premium.ts'
import { fromRupees, paise } from '../../schema/money.ts'
import { newKeyRecord } from '../analysis/agent/advanceRecord.ts'
import { endOfMinute, quotedPricing, realisedPricing, VOLATILITY_TERM } from '../analysis/agent/agentPricing.ts'
import type { AgentPricing, Analysis, Today } from '../analysis/agent/Analysis.ts'
import type { KeyRecord } from '../analysis/agent/KeyRecord.ts'
import { SessionIndex } from '../analysis/agent/SessionIndex.ts'
import { drawnSessions } from '../analysis/agent/testing/drawnSessions.ts'
import { scanKey } from './scanKey.ts'

const sessions = drawnSessions('quotes', 71)
const history = SessionIndex.build(sessions.slice(0, 70))
const { date, closes } = sessions[70]!
/** A third more than what the index moved by. */
const ASKED = 0.21

/** Pricing by what call and put would be quoted at. */
function quoted({ closes: soFar }: Today): AgentPricing {
  const spot = fromRupees(soFar.at(-1)!)
  const { strike, expiry, expiresAt } = realisedPricing(history, 'NIFTY', date, soFar.at(-1)!)
  const at = endOfMinute(date, soFar.length - 1)
  const premium = (type: 'CE' | 'PE') =>
    paise(Math.round(modelPremium({ type, spot, strike, at, expiresAt, atmVolatility: ASKED * VOLATILITY_TERM.at(at, expiresAt) })))
  return quotedPricing('NIFTY', { strike, expiry, call: premium('CE'), put: premium('PE'), at })!
}

const realised = ({ closes: soFar }: Today) => realisedPricing(history, 'NIFTY', date, soFar.at(-1)!)

/** The scans of the session, priced at each by `pricingOf`. */
function scanned(pricingOf: (today: Today) => AgentPricing): { readonly analyses: readonly Analysis[]; readonly record: KeyRecord } {
  let record = newKeyRecord()
  const analyses: Analysis[] = []
  for (let candles = 50; candles <= 375; candles += 5) {
    const today = { date, closes: closes.subarray(0, candles), sessionMinutes: 375 }
    const scan = scanKey({ history, today, lookback: 50, pricing: pricingOf(today) }, record)
    record = scan.record
    analyses.push(scan.analysis)
  }
  return { analyses, record }
}

/** An analysis' findings on the index, at any option prices. */
function unpriced({ date: day, minute, spot, history: searched, findings }: Analysis) {
  const { features, analogues, similarity, interval, deviation } = findings ?? {}
  return {
    day,
    minute,
    spot,
    searched,
    features,
    similarity,
    interval,
    deviation,
    analogues: analogues?.map(({ net: _net, ...rest }) => rest),
  }
}

describe('scans priced by quotes', () => {
  const [live, walked] = [scanned(quoted), scanned(realised)]

  it('find what a walk finds that has none: the same moments, moves and intervals', () => {
    expect(live.analyses.map(unpriced)).toEqual(walked.analyses.map(unpriced))
    expect(live.analyses.filter(({ findings }) => findings !== null)).toHaveLength(58)
  })

  it('leave what a walk leaves in the record of the key, but for what trades came to', () => {
    const ofIndex = ({ scans, similarities, alpha, outcomes, covered }: KeyRecord) => ({ scans, similarities, alpha, outcomes, covered })
    expect(ofIndex(live.record)).toEqual(ofIndex(walked.record))
    expect(live.record.outcomes).toBeGreaterThan(5)
  })

  it('say so, and price both sides by the volatility that is asked', () => {
    for (const { pricing } of live.analyses) {
      expect(pricing).toMatchObject({ source: 'QUOTE', index: 'NIFTY' })
      expect(pricing!.volatility).toBeCloseTo(ASKED, 3)
    }
    for (const { pricing } of walked.analyses) expect(pricing!.source).toBe('REALISED')
    expect(live.record.control).not.toEqual(walked.record.control)
  })
})
