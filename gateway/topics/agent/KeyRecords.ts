import type { Database } from '../../../prisma/client.ts'
import type { AgentKey as KeyRow } from '../../../prisma/generated/client.ts'
import { isoDateOf } from '../../../prisma/isoDateOf.ts'
import type { AgentKey, AgentKeyHistory, AgentMonth, AgentNet } from '../../../schema/graphql/agentKey.ts'
import { INDEX_SYMBOLS, shownIndex } from '../../../schema/market/indices.ts'
import { istDate } from '../../../schema/time.ts'
import { AGENT_REASONS } from '../../../schema/trading/agent.ts'
import { CLOSING_EVIDENCE, STAKES } from '../../../schema/trading/agentGates.ts'
import { agentReport, type AgentReport } from '../../../schema/trading/agentReport.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { keyInput } from './input.ts'

/** As many points as a line of a screen can show. */
const POINTS = 500

/** The record of every key of the shadow grid in the present market. */
export class KeyRecords {
  readonly #db: Database
  readonly #engine: EngineStates
  constructor(db: Database, engine: EngineStates) {
    this.#db = db
    this.#engine = engine
  }

  /** Of the newest version, by index and lookback. */
  async all(): Promise<AgentKey[]> {
    const rows = await this.#db.agentKey.findMany({ where: { market: await this.#market() }, orderBy: { version: 'desc' } })
    const newest = rows.filter(({ version }) => version === rows[0]?.version)
    return newest.toSorted((a, b) => placeOf(a.symbol) - placeOf(b.symbol) || a.lookback - b.lookback).map(toKey)
  }

  /** A key's shadow trades of the newest version. Throws BAD_USER_INPUT. */
  async history(input: unknown): Promise<AgentKeyHistory> {
    const { symbol, lookback } = parseInput(keyInput, input)
    const key = { market: await this.#market(), symbol, lookback }
    const newest = await this.#db.agentKey.findFirst({ where: key, orderBy: { version: 'desc' }, select: { version: true, report: true } })
    const control = newest && toNet(agentReport.parse(newest.report).control).mean
    const trades = await this.#db.agentShadowTrade.findMany({
      where: { ...key, version: newest?.version ?? 0 },
      orderBy: { boughtAt: 'asc' },
      select: { soldAt: true, net: true, evidence: true },
    })
    return {
      id: idOf(symbol, lookback),
      points: trades
        .map(({ soldAt, evidence }, i) => ({ at: soldAt, evidence, control: control && withoutSkill(control, i + 1) }))
        .slice(-POINTS),
      months: monthsOf(trades),
    }
  }

  async #market(): Promise<string> {
    return (await this.#engine.read())?.market ?? ''
  }
}

/** What a stake of 1 becomes, on the mean of the evidence's bettors, after so many trades that each return the same. */
const withoutSkill = (net: number, trades: number) => STAKES.reduce((sum, stake) => sum + (1 + stake * net) ** trades, 0) / STAKES.length

const placeOf = (symbol: string) => INDEX_SYMBOLS.findIndex((each) => each === symbol)

const idOf = (symbol: string, lookback: number) => `${shownIndex(symbol)}-${lookback}`

/** Throws when its report is invalid: the table is damaged. */
function toKey(row: KeyRow): AgentKey {
  const report = agentReport.parse(row.report)
  const { version, lookback, evidence, peak, threshold, scans, leads, walked, sessions } = row
  const open = row.openedOn !== null && row.closedOn === null
  const said = report.reliability.reduce((sum, { count }) => sum + count, 0)
  return {
    id: idOf(row.symbol, lookback),
    index: shownIndex(row.symbol),
    ...{ version, lookback, evidence, peak, threshold, scans, leads, walked, sessions },
    ...{ open, against: open ? (report.gate.doubt?.against ?? 1) : null, closingEvidence: CLOSING_EVIDENCE },
    openedOn: row.openedOn && isoDateOf(row.openedOn),
    closedOn: row.closedOn && isoDateOf(row.closedOn),
    shadow: toNet(report.shadow),
    control: toNet(report.control),
    reliability: report.reliability
      .filter(({ count }) => count > 0)
      .map(({ count, said: sum, wins }) => ({ said: sum / count, was: wins / count, count })),
    brier: said === 0 ? null : report.brier / said,
    baseBrier: said === 0 ? null : report.baseBrier / said,
    coverage: report.outcomes === 0 ? null : report.covered / report.outcomes,
    outcomes: report.outcomes,
    refusals: AGENT_REASONS.map((reason) => ({ reason, count: report.refusals[reason] ?? 0 }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count),
  }
}

function toNet({ count, sum, sumOfSquares, wins }: AgentReport['shadow']): AgentNet {
  const mean = count === 0 ? null : sum / count
  const variance = mean === null || count < 2 ? null : Math.max(0, sumOfSquares / count - mean * mean) * (count / (count - 1))
  return { count, mean, error: variance === null ? null : Math.sqrt(variance / count), wins }
}

function monthsOf(trades: readonly { readonly soldAt: Date; readonly net: number }[]): AgentMonth[] {
  const months = new Map<string, { trades: number; net: number }>()
  for (const { soldAt, net } of trades) {
    const month = istDate(soldAt.getTime()).slice(0, 7)
    const sums = months.get(month) ?? { trades: 0, net: 0 }
    months.set(month, { trades: sums.trades + 1, net: sums.net + net })
  }
  return [...months].map(([month, sums]) => ({ month, trades: sums.trades, mean: sums.net / sums.trades }))
}
