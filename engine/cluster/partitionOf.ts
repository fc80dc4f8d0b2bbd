/** The partition of a user, as the SQL function user_partition has it. */
export function partitionOf(userId: string): number {
  return parseInt(userId.slice(-2), 16) & 63
}
