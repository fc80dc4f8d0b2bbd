import type { z } from 'zod'

/**
 * Reads a JSON column as text; rows with equal texts share one value, which is parsed once.
 * What it returns throws when a column holds something else than the schema says: the table is damaged.
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
