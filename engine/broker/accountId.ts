import type { AccountKey } from './port.ts'

/** An account's key as one string, for maps. */
export function accountId({ userId, mode }: AccountKey): string {
  return `${mode} ${userId}`
}
