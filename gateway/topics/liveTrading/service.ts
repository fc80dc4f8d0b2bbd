import type { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import type { Database } from '../../../prisma/client.ts'
import { RUNNING } from '../../../prisma/runningTrades.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { LiveReadiness } from '../../../schema/graphql/liveTrading.ts'
import { LIVE_GATE_TEXTS, LIVE_GATES } from '../../../schema/trading/liveGates.ts'
import { RISK_TEXT, RISK_TEXT_VERSION } from '../../../schema/trading/riskText.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { Device } from '../../kit/Device.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { rupees } from '../../kit/rupees.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { acceptInput, readinessInput } from './input.ts'
import type { LiveGatekeeper } from './LiveGatekeeper.ts'
import { tradeSizes } from './tradeSizes.ts'

interface Parts {
  readonly db: Database
  readonly engine: EngineStates
  readonly rules: CurrentMarketRules
  readonly liveGatekeeper: LiveGatekeeper
}

/** What a user does and sees before a strategy trades live. */
export class LiveTradingService {
  readonly #parts: Parts
  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** What a subscription's live trading takes and would risk. Throws NOT_FOUND when it is not the user's. */
  async readiness(userId: string, input: unknown): Promise<LiveReadiness> {
    const { db, engine, rules, liveGatekeeper } = this.#parts
    const { id } = parseInput(readinessInput, input)
    const own = await db.subscription.findFirst({
      where: { id, userId, endedAt: null },
      include: {
        strategy: { select: { name: true } },
        strategyVersion: true,
        user: { select: { maxDailyLossPaise: true, maxOpenTrades: true, brokerAccount: { select: { fundsPaise: true, fundsAt: true } } } },
      },
    })
    if (!own) throw new UserFacingError('NOT_FOUND', 'You have no such subscription.')
    const { strategyVersion: terms, user } = own
    const lots = own.lots ?? terms.lots
    const instruments = own.instruments.length > 0 ? own.instruments : terms.instruments
    const { stopLossPercent } = terms
    const sized = { id, instruments, lots, stopLossPaise: own.stopLossPaise, stopLossPercent }
    const [unmet, sizes] = await Promise.all([
      liveGatekeeper.unmet(db, [id]),
      tradeSizes(db, sized, (await engine.marketDayStart()).getTime(), rules.rules),
    ])
    const missing = unmet.get(id) ?? LIVE_GATES
    const { maxDailyLossPaise, maxOpenTrades, brokerAccount } = user
    return {
      ...{ id, name: own.strategy.name, paperTrade: own.mode === 'PAPER', version: own.version, lots, sizes, maxOpenTrades },
      ...{ windowStart: own.windowStart ?? terms.windowStart, windowEnd: own.windowEnd ?? terms.windowEnd },
      gates: LIVE_GATES.map((gate) => {
        const { name, todo, link } = LIVE_GATE_TEXTS[gate]
        return { gate, name, met: !missing.includes(gate), todo, link }
      }),
      ...{ riskTextVersion: RISK_TEXT_VERSION, riskText: [...RISK_TEXT] },
      funds: brokerAccount?.fundsPaise == null ? null : rupees(brokerAccount.fundsPaise),
      fundsAt: brokerAccount?.fundsAt ?? null,
      maxDailyLoss: maxDailyLossPaise === null ? null : rupees(maxDailyLossPaise),
    }
  }

  /** LIVE while any strategy of the user's, or the agent, is switched to live or a live trade runs, whatever else is on paper. */
  async mode(userId: string): Promise<TradeMode> {
    const { db } = this.#parts
    const [switched, agent, running] = await Promise.all([
      db.subscription.findFirst({ where: { userId, endedAt: null, mode: 'LIVE' }, select: { id: true } }),
      // A wish alone trades nothing; confirmed, it trades as soon as its other gates hold.
      db.agentSettings.findFirst({
        where: { userId, enabled: true, paperTrade: false, user: { agentConfirmations: { some: {} } } },
        select: { userId: true },
      }),
      db.trade.findFirst({ where: { userId, ...RUNNING, mode: 'LIVE' }, select: { id: true } }),
    ])
    return (switched ?? agent ?? running) ? 'LIVE' : 'PAPER'
  }

  /** Stores that the user has accepted the risk text, for good; once for each version. Throws CONFLICT for a version that is not the newest. */
  async acceptRiskText(caller: Principal, input: unknown, device: Device): Promise<void> {
    const { version } = parseInput(acceptInput, input)
    if (version !== RISK_TEXT_VERSION)
      throw new UserFacingError(
        'CONFLICT',
        `The risk text has changed: its version is ${RISK_TEXT_VERSION} now. Read it again, then accept it.`,
      )
    const { userId, sessionId } = caller
    await this.#parts.db.$transaction(async (tx) => {
      const { count } = await tx.riskAcceptance.createMany({ data: { userId, version }, skipDuplicates: true })
      if (count > 0) await recordAudit(tx, { accountId: userId, action: 'RISK_TEXT_ACCEPTED', device, sessionId, details: { version } })
    })
  }
}
