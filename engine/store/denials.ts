import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../prisma/client.ts'
import type { Denial } from '../trading/denials.ts'

export interface NewDenial {
  readonly signalId: string
  readonly subscriptionId: string
  readonly userId: string
  readonly denial: Denial
}

/** Stores why subscriptions did not take their signals, and returns whom to tell. */
export async function insertDenials(
  tx: Transaction,
  denials: readonly NewDenial[],
): Promise<{ readonly id: string; readonly userId: string }[]> {
  const rows = denials.map(({ denial, ...rest }) => ({ id: uuid(), ...rest, ...denial }))
  await tx.denial.createMany({ data: rows })
  return rows
}
