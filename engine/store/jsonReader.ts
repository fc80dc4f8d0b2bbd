import type { z } from 'zod'

/**
 * Reads a JSON column as text; rows with equal texts share one parsed value. The reader throws when a column does not match the schema: the
 * table is damaged.
 */
export function jsonReader<T>(schema: z.ZodType<T>): (text: string) => T {
  const values = new Map<string, T>()
  return (text) => {
    const known = values.get(text)
    if (known !== undefined) return known
    const value = schema.parse(JSON.parse(text))
    values.set(text, value)
    return value
  }
}
