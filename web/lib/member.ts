/** Reads a member of a JSON object; undefined when there is no object or no such member. */
export function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
