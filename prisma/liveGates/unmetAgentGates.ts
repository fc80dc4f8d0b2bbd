import type { AllowLive } from '../../schema/allowLive.ts'
import type { Instant } from '../../schema/time.ts'
import type { AgentStep } from '../../schema/trading/agent.ts'
import { AGENT_GATES, OWN_RECORD_EVIDENCE, STAKES, type AgentGate, type EntryGate } from '../../schema/trading/agentGates.ts'
import { unmetGates, type LiveTerms } from '../../schema/trading/liveGates.ts'
import { arrayLiteral } from '../arrayLiteral.ts'
import { Prisma } from '../generated/client.ts'
import type { Statements } from '../inTransaction.ts'
import { OWNER_FACTS, type OwnerFactsRow } from './ownerFacts.ts'

/** An index of a user's agent with all that the gates look at. */
interface FactsRow extends OwnerFactsRow {
  readonly id: string
  readonly symbol: string
  readonly step: AgentStep
  readonly lots: number
  /** Of the model; null: no research service was ever awake here. */
  readonly version: number | null
  /** Whether the gates of both keys next to the user's lookback are open on the index; null: there is no such key. */
  readonly proven: boolean | null
  /** Of the user's own proven paper trades of the index with that lookback and version. */
  readonly evidence: number
  readonly confirmedLots: number | null
  readonly confirmedVersion: number | null
}

/**
 * What each user's agent lacks to trade each index of its mandate live in a market at a real time: by the user's id, then by index.
 * Raw SQL: one statement for all of them. A user who never opened the agent's page has no entry.
 */
export async function unmetAgentGates(
  db: Statements,
  userIds: readonly string[],
  { market, allowed, now }: { readonly market: string; readonly allowed: AllowLive; readonly now: Instant },
): Promise<Map<string, ReadonlyMap<string, readonly EntryGate[]>>> {
  const bettors = STAKES.map((stake) => Prisma.sql`exp(coalesce(sum(ln(greatest(1e-9, 1 + ${stake}::float8 * result))), 0))`)
  const rows = await db.$queryRaw<FactsRow[]>`
    WITH service AS (SELECT version FROM "AgentService" WHERE market = ${market}),
    key AS (
      SELECT symbol, lookback, "openedOn" IS NOT NULL AND "closedOn" IS NULL AS open FROM "AgentKey"
      WHERE market = ${market} AND version = (SELECT version FROM service)
    )
    SELECT "user".id, wanted.symbol, ${OWNER_FACTS}, agent.step, agent."quantityLots" AS lots, (SELECT version FROM service) AS version,
      confirmed.lots AS "confirmedLots", confirmed.version AS "confirmedVersion",
      (SELECT bool_and(key.open) FROM key WHERE key.symbol = wanted.symbol AND key.lookback IN (
        (SELECT max(lookback) FROM key below WHERE below.symbol = wanted.symbol AND lookback <= agent."lookbackPeriod"),
        (SELECT min(lookback) FROM key above WHERE above.symbol = wanted.symbol AND lookback >= agent."lookbackPeriod"))) AS proven,
      (SELECT (${Prisma.join(bettors, ' + ')}) / ${STAKES.length} FROM (
        SELECT trade."netPaise"::float8 / (trade."fundUsedPaise" + trade."chargesPaise") AS result
        FROM "AgentTrade" taken
        JOIN "Trade" trade ON trade.id = taken."tradeId" AND trade.mode = 'PAPER' AND trade.market = ${market} AND trade."netPaise" IS NOT NULL
        JOIN "AgentAnalysis" analysis ON analysis.id = taken."analysisId" AND analysis.symbol = wanted.symbol
          AND analysis.lookback = agent."lookbackPeriod" AND analysis.version = (SELECT version FROM service)
        WHERE taken."userId" = "user".id AND taken.kind = 'PROVEN') AS own) AS evidence
    FROM "AgentSettings" agent
    CROSS JOIN LATERAL unnest(agent.symbols) AS wanted(symbol)
    JOIN "User" "user" ON "user".id = agent."userId"
    LEFT JOIN "BrokerAccount" broker ON broker."userId" = "user".id
    LEFT JOIN "AgentConfirmation" confirmed ON confirmed."userId" = "user".id AND confirmed.symbol = wanted.symbol
    WHERE agent."userId" = ANY(${arrayLiteral(userIds)}::uuid[])`
  const unmet = new Map<string, Map<string, readonly EntryGate[]>>()
  for (const row of rows) {
    const ofUser = unmet.get(row.id) ?? new Map<string, readonly EntryGate[]>()
    unmet.set(row.id, ofUser.set(row.symbol, unmetOf(row, allowed, now)))
  }
  return unmet
}

function unmetOf(row: FactsRow, allowed: AllowLive, now: Instant): EntryGate[] {
  const { step, proven, evidence, brokerUntil, confirmedLots, confirmedVersion, version, lots } = row
  const met: Readonly<Record<AgentGate, boolean>> = {
    AGENT_STEP: step === 'APPROVE' || step === 'AUTO',
    AGENT_PROOF: proven === true,
    AGENT_RECORD: evidence >= OWN_RECORD_EVIDENCE,
  }
  const facts = {
    ...row,
    brokerUntil: brokerUntil && brokerUntil.getTime(),
    terms: termsWith(row, version ?? 0, lots),
    confirmed: confirmedLots === null || confirmedVersion === null ? null : termsWith(row, confirmedVersion, confirmedLots),
  }
  return [...AGENT_GATES.filter((gate) => !met[gate]), ...unmetGates(facts, allowed, now)]
}

/** An index is confirmed by itself, and its agent has no window. */
function termsWith({ symbol }: FactsRow, version: number, lots: number): LiveTerms {
  return { version, lots, instruments: [symbol], window: { start: '', end: '' } }
}
