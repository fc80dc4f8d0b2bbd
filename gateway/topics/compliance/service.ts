import type { Database } from '../../../prisma/client.ts'
import { readinessFacts } from '../../../schema/brokerReadiness.ts'
import type { Compliance, LiveOrder, OrderBudget, OutgoingAddress } from '../../../schema/graphql/compliance.ts'
import { judgeAddress } from '../../../schema/judgeReadiness.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import { complianceLog } from './complianceLog.ts'
import { budgetInput } from './input.ts'
import { readOrderBudget } from './readOrderBudget.ts'
import { readRegister } from './readRegister.ts'

/** Orders on the page; the log has all. */
const SHOWN_ORDERS = 50

/**
 * What an auditor asks of a user's live trading: always the user's own.
 * Raw SQL: four tables are asked at once, and a field of a JSON column is read.
 */
export class ComplianceService {
  readonly #db: Database
  readonly #audit: AuditReader
  constructor(db: Database, audit: AuditReader) {
    this.#db = db
    this.#audit = audit
  }

  /** Whether the user has an account at the broker, or ever traded live or switched a strategy to it. */
  async concerns(userId: string): Promise<boolean> {
    const [found] = await this.#db.$queryRaw<{ any: boolean }[]>`
      SELECT EXISTS (SELECT FROM "BrokerAccount" WHERE "userId" = ${userId}::uuid)
        OR EXISTS (SELECT FROM "LiveRegistration" WHERE "userId" = ${userId}::uuid)
        OR EXISTS (SELECT FROM "Subscription" WHERE "userId" = ${userId}::uuid AND "endedAt" IS NULL AND mode = 'LIVE')
        OR EXISTS (SELECT FROM "Order" WHERE "userId" = ${userId}::uuid AND mode = 'LIVE') AS any`
    return found?.any === true
  }

  async overview(userId: string): Promise<Compliance> {
    const [address, setup, register, orders] = await Promise.all([
      this.#address(userId),
      this.#db.brokerSetup.findFirst({ select: { algoId: true } }),
      readRegister(this.#db, userId),
      this.#orders(userId),
    ])
    return { address, algoId: setup?.algoId ?? null, register, orders }
  }

  /** The use of the order budget by the second, minute or hour. Throws BAD_USER_INPUT. */
  async budget(userId: string, input: unknown): Promise<OrderBudget> {
    const { window } = parseInput(budgetInput, input)
    return readOrderBudget(this.#db, userId, window, Date.now())
  }

  /** The log of five years as the pieces of an NDJSON file. */
  log(userId: string): AsyncIterable<string> {
    return complianceLog(this.#db, this.#audit, userId, Date.now())
  }

  async #address(userId: string): Promise<OutgoingAddress | null> {
    const readiness = await this.#db.brokerReadiness.findFirst({
      where: { account: { userId } },
      select: { checkedAt: true, facts: true, account: { select: { user: { select: { role: true } } } } },
    })
    // Another version of the engine may have written them.
    const facts = readinessFacts.safeParse(readiness?.facts).data
    if (!readiness || !facts) return null
    const { outgoing, registered } = facts.address
    return { outgoing, registered, ...judgeAddress(facts.address, readiness.account.user?.role ?? 'admin'), checkedAt: readiness.checkedAt }
  }

  #orders(userId: string): Promise<LiveOrder[]> {
    return this.#db.$queryRaw<LiveOrder[]>`
      SELECT sent.id, sent."createdAt" AS at, sent.contract->>'tradingSymbol' AS option, strategy.name AS strategy, sent.side, sent.quantity,
        sent.status, sent."clientOrderId" AS tag, sent."brokerOrderId", sent."algoId"
      FROM "Order" sent
      JOIN "Subscription" subscription ON subscription.id = sent."subscriptionId"
      JOIN "Strategy" strategy ON strategy.id = subscription."strategyId"
      WHERE sent."userId" = ${userId}::uuid AND sent.mode = 'LIVE'
      ORDER BY sent.id DESC LIMIT ${SHOWN_ORDERS}`
  }
}
