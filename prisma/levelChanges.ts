import { v7 as uuid } from 'uuid'
import type { Paise } from '../schema/money.ts'
import { publish } from './bus/publish.ts'
import type { Transaction } from './client.ts'
import { presentRequestId } from './requestIds.ts'

/** Levels of a leg that its owner asks for; null: that one stays. */
export interface AskedLevels {
  readonly legId: string
  readonly stop: Paise | null
  readonly target: Paise | null
}

/**
 * Asks the engine to set a leg's stop, its target or both, and publishes that to every engine node. What still waited for it of that leg is
 * replaced, but for a level that is not named again.
 * Raw SQL: it is inserted or takes the place of the one that waits, in one statement (a partial unique index).
 */
export async function askForLevels(tx: Transaction, { legId, stop, target }: AskedLevels): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "LevelChange" AS waiting (id, "legId", "stopPaise", "targetPaise", "requestId")
    VALUES (${uuid()}::uuid, ${legId}::uuid, ${stop}::bigint, ${target}::bigint, ${presentRequestId()})
    ON CONFLICT ("legId") WHERE "setAt" IS NULL DO UPDATE SET "stopPaise" = coalesce(excluded."stopPaise", waiting."stopPaise"),
      "targetPaise" = coalesce(excluded."targetPaise", waiting."targetPaise"), "requestId" = excluded."requestId", "requestedAt" = now()`
  await publish(tx, { type: 'exits.requested' })
}
