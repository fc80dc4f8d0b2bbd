import type { AllowLive } from '../../schema/allowLive.ts'
import type { Instant } from '../../schema/time.ts'
import type { AgentStep } from '../../schema/trading/agent.ts'
import { AGENT_GATES, OWN_RECORD_EVIDENCE, STAKES, type AgentGate, type EntryGate } from '../../schema/trading/agentGates.ts'
import { unmetGates } from '../../schema/trading/liveGates.ts'
import { arrayLiteral } from '../arrayLiteral.ts'
import { Prisma } from '../generated/client.ts'
import type { Statements } from '../inTransaction.ts'
import { OWNER_FACTS, type OwnerFactsRow } from './ownerFacts.ts'

/** A user's agent with all that the gates look at. */
interface FactsRow extends OwnerFactsRow {
  readonly id: string
  readonly step: AgentStep
  /** Whether, on an index of the mandate, the gates of both keys next to the user's lookback are open. */
  readonly proven: boolean
  /** Of the user's own proven paper trades with that lookback. */
  readonly evidence: number
}

/**
 * What each user's agent lacks to trade live in a market at a real time, by the user's id. One statement for all of them. A user who never
 * opened the agent's page has no entry. Nothing of the agent is sent live yet, so AGENT_LIVE is always among them.
 */
export async function unmetAgentGates(
  db: Statements,
  userIds: readonly string[],
  { market, allowed, now }: { readonly market: string; readonly allowed: AllowLive; readonly now: Instant },
): Promise<Map<string, readonly EntryGate[]>> {
  const bettors = STAKES.map((stake) => Prisma.sql`exp(coalesce(sum(ln(greatest(1e-9, 1 + ${stake}::float8 * result))), 0))`)
  const rows = await db.$queryRaw<FactsRow[]>`
    WITH key AS (
      SELECT symbol, lookback, "openedOn" IS NOT NULL AND "closedOn" IS NULL AS open FROM "AgentKey"
      WHERE market = ${market} AND version = (SELECT version FROM "AgentService" WHERE market = ${market})
    )
    SELECT "user".id, ${OWNER_FACTS}, agent.step,
      EXISTS (
        SELECT FROM unnest(agent.symbols) AS wanted(symbol) WHERE (
          SELECT bool_and(key.open) FROM key WHERE key.symbol = wanted.symbol AND key.lookback IN (
            (SELECT max(lookback) FROM key below WHERE below.symbol = wanted.symbol AND lookback <= agent."lookbackPeriod"),
            (SELECT min(lookback) FROM key above WHERE above.symbol = wanted.symbol AND lookback >= agent."lookbackPeriod")))) AS proven,
      (SELECT (${Prisma.join(bettors, ' + ')}) / ${STAKES.length} FROM (
        SELECT trade."netPaise"::float8 / (trade."fundUsedPaise" + trade."chargesPaise") AS result
        FROM "AgentTrade" taken
        JOIN "Trade" trade ON trade.id = taken."tradeId" AND trade.mode = 'PAPER' AND trade.market = ${market} AND trade."netPaise" IS NOT NULL
        JOIN "AgentAnalysis" analysis ON analysis.id = taken."analysisId" AND analysis.lookback = agent."lookbackPeriod"
        WHERE taken."userId" = "user".id AND taken.kind = 'PROVEN') AS own) AS evidence
    FROM "AgentSettings" agent
    JOIN "User" "user" ON "user".id = agent."userId"
    LEFT JOIN "BrokerAccount" broker ON broker."userId" = "user".id
    WHERE agent."userId" = ANY(${arrayLiteral(userIds)}::uuid[])`
  return new Map(rows.map((row) => [row.id, unmetOf(row, allowed, now)]))
}

function unmetOf(row: FactsRow, allowed: AllowLive, now: Instant): EntryGate[] {
  const { step, proven, evidence, brokerUntil } = row
  const met: Readonly<Record<AgentGate, boolean>> = {
    AGENT_LIVE: false,
    AGENT_STEP: step === 'APPROVE' || step === 'AUTO',
    AGENT_PROOF: proven,
    AGENT_RECORD: evidence >= OWN_RECORD_EVIDENCE,
  }
  // Of a strategy's version with its lots, which the agent has not.
  const confirmed = { version: 1, lots: 1 }
  const owner = unmetGates({ ...row, brokerUntil: brokerUntil && brokerUntil.getTime(), ...confirmed, confirmed }, allowed, now)
  return [...AGENT_GATES.filter((gate) => !met[gate]), ...owner]
}
