import { v7 as uuid } from 'uuid'
import { stoppedTogether } from './agent/stoppedTogether.ts'
import { publish } from './bus/publish.ts'
import type { Transaction } from './client.ts'
import { Prisma } from './generated/client.ts'

/** Whom a kill switch stops; `scopeId` is the user or the strategy. */
export type KillTarget =
  { readonly scope: 'GLOBAL'; readonly scopeId: null } | { readonly scope: 'USER' | 'STRATEGY'; readonly scopeId: string }

export type KillOrder = KillTarget & {
  /** Whether open trades are closed too. */
  readonly squareOff: boolean
  readonly reason: string
  /** Who pulls it: an account's id, or `command line`; never a name nor an address. */
  readonly by: string
}

/** SQL, where a switch is pulled that is in force: whether somebody else takes over what the user had stopped himself. */
const TAKEN_OVER = Prisma.sql`("KillSwitch".by = "KillSwitch"."scopeId"::text AND excluded.by <> "KillSwitch".by)`

/**
 * Stops entries until it is lifted, and publishes that to every engine node. Idempotent; a requested square-off stays. The AI trading
 * agent's strategies are stopped and lifted together, a switch for each. A user has one switch: what somebody else orders takes the place of
 * the user's own, which is kept beside it (liftOthersKill).
 * Raw SQL: ON CONFLICT of a partial index, by the row that is there.
 */
export async function pullKill(tx: Transaction, { squareOff, reason, by, ...target }: KillOrder): Promise<void> {
  const { scope } = target
  for (const scopeId of await scopeIdsOf(tx, target))
    await tx.$executeRaw`
      INSERT INTO "KillSwitch" (id, scope, "scopeId", "squareOff", reason, by)
      VALUES (${uuid()}::uuid, ${scope}::"KillScope", ${scopeId}::uuid, ${squareOff}, ${reason}, ${by})
      ON CONFLICT (scope, "scopeId") WHERE "liftedAt" IS NULL
      DO UPDATE SET "squareOff" = "KillSwitch"."squareOff" OR excluded."squareOff",
        by = CASE WHEN ${TAKEN_OVER} THEN excluded.by ELSE "KillSwitch".by END,
        reason = CASE WHEN ${TAKEN_OVER} THEN excluded.reason ELSE "KillSwitch".reason END,
        "ownReason" = CASE WHEN ${TAKEN_OVER} THEN "KillSwitch".reason
          WHEN excluded.by = excluded."scopeId"::text AND "KillSwitch".by <> excluded.by THEN coalesce("KillSwitch"."ownReason", excluded.reason)
          ELSE "KillSwitch"."ownReason" END`
  await publish(tx, { type: 'kill.changed' })
}

/** Lets entries through again. False when no such switch was in force. */
export async function liftKill(tx: Transaction, target: KillTarget): Promise<boolean> {
  const targets = (await scopeIdsOf(tx, target)).map((scopeId) => ({ scope: target.scope, scopeId }))
  const lifted = await tx.killSwitch.updateMany({ where: { liftedAt: null, OR: targets }, data: { liftedAt: new Date() } })
  if (lifted.count > 0) await publish(tx, { type: 'kill.changed' })
  return lifted.count > 0
}

/**
 * Lifts what somebody else than the user has stopped. What the user has stopped as well is the user's own stop from now on. False when
 * nobody else had stopped it.
 */
export async function liftOthersKill(tx: Transaction, userId: string): Promise<boolean> {
  const lifted = await tx.$executeRaw`
    UPDATE "KillSwitch" SET "liftedAt" = CASE WHEN "ownReason" IS NULL THEN now() END,
      by = CASE WHEN "ownReason" IS NULL THEN by ELSE "scopeId"::text END, reason = coalesce("ownReason", reason), "ownReason" = NULL
    WHERE scope = 'USER' AND "scopeId" = ${userId}::uuid AND "liftedAt" IS NULL AND by <> "scopeId"::text`
  if (lifted > 0) await publish(tx, { type: 'kill.changed' })
  return lifted > 0
}

async function scopeIdsOf(tx: Transaction, { scope, scopeId }: KillTarget): Promise<readonly (string | null)[]> {
  return scope === 'STRATEGY' ? stoppedTogether(tx, scopeId) : [scopeId]
}
