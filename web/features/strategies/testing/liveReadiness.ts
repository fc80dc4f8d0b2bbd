import { LIVE_GATE_TEXTS, LIVE_GATES, type LiveGate } from '../../../../schema/trading/liveGates.ts'
import type { LiveReadinessQuery } from '../../../gql/generated/graphql.ts'

type Readiness = LiveReadinessQuery['liveReadiness']

/** What live trading of a subscription needs, all but the `unmet` gates done. For tests only. */
export function liveReadiness(unmet: readonly LiveGate[] = ['CONFIRMATION'], changes: Partial<Readiness> = {}): Readiness {
  return {
    ...{
      id: 'u1',
      name: 'EMA Crossover',
      paperTrade: true,
      riskTextVersion: 3,
      riskText: ['You can lose it all.', 'Nobody promises a profit.'],
    },
    gates: LIVE_GATES.map((gate) => {
      const { name, todo, link } = LIVE_GATE_TEXTS[gate]
      return { gate, name, met: !unmet.includes(gate), todo, link }
    }),
    ...{ windowStart: '09:20', windowEnd: '15:10' },
    ...{ version: 2, lots: 4, funds: 1_50_000, fundsAt: '2026-11-20T05:00:00.000Z', maxDailyLoss: 25_000, maxOpenTrades: 5 },
    sizes: [
      { instrument: 'NIFTY', lotSize: 65, units: 260, premium: 31_330, lossAtStop: 6_266 },
      { instrument: 'SENSEX', lotSize: 20, units: 80, premium: null, lossAtStop: null },
    ],
    ...changes,
  }
}
