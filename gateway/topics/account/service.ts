import type { Database, Transaction } from '../../../prisma/client.ts'
import { IS_RUNNING } from '../../../prisma/runningTrades.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { Account } from '../../../schema/graphql/account.ts'
import { fromRupees } from '../../../schema/money.ts'
import type { RemovedStop } from '../../../schema/trading/removedStop.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Device } from '../../kit/Device.ts'
import { ACCOUNT_VERDICTS } from '../../security/lossVerdicts.ts'
import { requireRecentPasswordToLoosen } from '../../security/requireRecentPassword.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { rupees } from '../../kit/rupees.ts'
import { changedLimits } from './changedLimits.ts'
import { accountLimitsInput } from './input.ts'

/** All in paise. */
interface AccountRow {
  readonly paperFunds: bigint
  readonly realised: bigint
  readonly maxDailyLoss: bigint | null
  readonly squareOffAtDailyLoss: boolean
  readonly maxOpenTrades: number
  readonly removedStop: RemovedStop
  readonly limitsChosen: boolean
  readonly inTrades: bigint
  readonly reserved: bigint
  readonly running: number
  readonly entering: number
  readonly tradesToday: number
  readonly usedToday: bigint
  readonly realisedToday: bigint
}

/** A user's paper account: funds and limits. Raw SQL: the row is locked; trades and entries are counted and summed in one statement. */
export class AccountService {
  readonly #db: Database
  readonly #engine: EngineStates
  constructor(db: Database, engine: EngineStates) {
    this.#db = db
    this.#engine = engine
  }

  /** Throws UNAUTHENTICATED when the account no longer exists. */
  async account(userId: string): Promise<Account> {
    return this.#read(this.#db, userId, await this.#engine.marketDayStart())
  }

  /**
   * Throws BAD_USER_INPUT, CONFLICT for new paper funds while paper trades are open, and REAUTHENTICATION_REQUIRED when it lets the account
   * risk more; a change that only tightens takes no password.
   */
  async changeLimits(caller: Principal, input: unknown, device: Device): Promise<Account> {
    const { userId, sessionId } = caller
    const { paperFunds, maxDailyLoss, squareOffAtDailyLoss, maxOpenTrades, removedStop } = parseInput(accountLimitsInput, input)
    const marketDay = await this.#engine.marketDayStart()
    return this.#db.$transaction(async (tx) => {
      // Of two concurrent changes the second is measured against the limits after the first.
      await tx.$executeRaw`SELECT FROM "User" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
      const before = await this.#read(tx, userId, marketDay)
      if (paperFunds !== undefined && before.openTrades > 0) {
        const message = `Paper funds can be changed only while no paper trade is open; open: ${before.openTrades}.`
        throw new UserFacingError('CONFLICT', message, { paperFunds: message })
      }
      await tx.user.update({
        where: { id: userId },
        data: {
          ...(paperFunds === undefined ? {} : { paperFundsPaise: fromRupees(paperFunds) }),
          ...(maxDailyLoss === undefined ? {} : { maxDailyLossPaise: maxDailyLoss === null ? null : fromRupees(maxDailyLoss) }),
          ...(squareOffAtDailyLoss === undefined ? {} : { squareOffAtDailyLoss }),
          ...(maxOpenTrades === undefined ? {} : { maxOpenTrades }),
          ...(removedStop === undefined ? {} : { removedStop }),
          // Saved together they are the owner's own choice, the standard values too.
          ...(maxDailyLoss == null || maxOpenTrades === undefined ? {} : { limitsChosenAt: new Date() }),
        },
      })
      const account = await this.#read(tx, userId, marketDay)
      requireRecentPasswordToLoosen(caller, ACCOUNT_VERDICTS, before, account)
      const details = changedLimits(before, account)
      if (Object.keys(details).length > 0)
        await recordAudit(tx, { accountId: userId, action: 'LIMITS_CHANGED', device, sessionId, details })
      return account
    })
  }

  async #read(db: Database | Transaction, userId: string, marketDay: Date): Promise<Account> {
    const [row] = await db.$queryRaw<AccountRow[]>`
      SELECT account."paperFundsPaise" AS "paperFunds", account."paperRealisedPaise" AS "realised",
             account."maxDailyLossPaise" AS "maxDailyLoss", account."squareOffAtDailyLoss", account."maxOpenTrades", account."removedStop",
             account."limitsChosenAt" IS NOT NULL AND account."maxDailyLossPaise" IS NOT NULL AS "limitsChosen", trades.*, entries.*
      FROM "User" account,
      LATERAL (
        SELECT (count(*) FILTER (WHERE status = 'RUNNING'))::int AS running,
               coalesce(sum("blockedPaise") FILTER (WHERE status = 'RUNNING'), 0)::bigint AS "inTrades",
               (count(*) FILTER (WHERE "entryTime" >= ${marketDay}))::int AS "tradesToday",
               coalesce(sum("fundUsedPaise") FILTER (WHERE "entryTime" >= ${marketDay}), 0)::bigint AS "usedToday",
               -- Of a running trade what its closed legs have made, as the engine counts it.
               coalesce(sum(CASE WHEN status = 'RUNNING' THEN "realisedPaise" ELSE "netPaise" END)
                 FILTER (WHERE status = 'RUNNING' OR "exitTime" >= ${marketDay}), 0)::bigint AS "realisedToday"
        FROM "Trade"
        WHERE "userId" = account.id AND mode = 'PAPER'
          AND (${IS_RUNNING} OR "entryTime" >= ${marketDay} OR "exitTime" >= ${marketDay})
      ) AS trades,
      LATERAL (
        SELECT (count(DISTINCT entry."tradeId") FILTER (WHERE trade.id IS NULL))::int AS entering, coalesce(sum("reservedPaise"), 0)::bigint AS reserved
        FROM "Order" entry LEFT JOIN "Trade" trade ON trade.id = entry."tradeId"
        WHERE entry."userId" = account.id AND entry.mode = 'PAPER' AND entry.purpose = 'ENTRY'
          AND entry."isOpen"
      ) AS entries
      WHERE account.id = ${userId}::uuid`
    if (!row) throw new UserFacingError('UNAUTHENTICATED', 'This account no longer exists.')
    return {
      paperFunds: rupees(row.paperFunds),
      realised: rupees(row.realised),
      inTrades: rupees(row.inTrades),
      reserved: rupees(row.reserved),
      available: rupees(row.paperFunds + row.realised - row.inTrades - row.reserved),
      openTrades: row.running + row.entering,
      tradesToday: row.tradesToday,
      usedToday: rupees(row.usedToday),
      realisedToday: rupees(row.realisedToday),
      maxDailyLoss: row.maxDailyLoss === null ? null : rupees(row.maxDailyLoss),
      squareOffAtDailyLoss: row.squareOffAtDailyLoss,
      maxOpenTrades: row.maxOpenTrades,
      removedStop: row.removedStop,
      limitsChosen: row.limitsChosen,
    }
  }
}
