import { v7 as uuid } from 'uuid'
import { publish } from './bus/publish.ts'
import type { Transaction } from './client.ts'

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

/** Stops entries until it is lifted, and publishes that to every engine node. Idempotent; a requested square-off stays. */
export async function pullKill(tx: Transaction, { scope, scopeId, squareOff, reason, by }: KillOrder): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "KillSwitch" (id, scope, "scopeId", "squareOff", reason, by)
    VALUES (${uuid()}::uuid, ${scope}::"KillScope", ${scopeId}::uuid, ${squareOff}, ${reason}, ${by})
    ON CONFLICT (scope, "scopeId") WHERE "liftedAt" IS NULL
    DO UPDATE SET "squareOff" = "KillSwitch"."squareOff" OR excluded."squareOff"`
  await publish(tx, { type: 'kill.changed' })
}

/** Lets entries through again. False when no such switch was in force. */
export async function liftKill(tx: Transaction, { scope, scopeId }: KillTarget): Promise<boolean> {
  const lifted = await tx.killSwitch.updateMany({ where: { scope, scopeId, liftedAt: null }, data: { liftedAt: new Date() } })
  if (lifted.count > 0) await publish(tx, { type: 'kill.changed' })
  return lifted.count > 0
}
