/** PostgreSQL's code for a disk without room. */
const DISK_FULL = '53100'

/**
 * Whether an error says that the database has no room left to write: what was refused has left nothing behind, and a retry succeeds
 * once there is room. The driver's error, or one that wraps it.
 */
export function databaseIsFull(error: unknown): boolean {
  for (let inner = error, depth = 0; typeof inner === 'object' && inner !== null && depth < 6; depth++) {
    if (member(inner, 'code') === DISK_FULL || member(inner, 'originalCode') === DISK_FULL) return true
    inner = member(inner, 'cause') ?? member(inner, 'driverAdapterError') ?? member(inner, 'meta')
  }
  return false
}

function member(value: object, name: string): unknown {
  return Reflect.get(value, name)
}
