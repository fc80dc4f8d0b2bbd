import type { FormattedExecutionResult } from 'graphql'
import { textOf } from './unchanging.ts'

/** An answer in JSON, with the line break that Apollo ends answers with. Rows of objects that never change (unchanging.ts) are written once. */
export function writeResult(result: FormattedExecutionResult): string {
  const { data, errors, extensions } = result
  if (!data || errors || extensions) return `${JSON.stringify(result)}\n`
  const fields = Object.entries(data).map(
    ([name, value]) => `${JSON.stringify(name)}:${Array.isArray(value) ? list(value) : JSON.stringify(value)}`,
  )
  return `{"data":{${fields.join()}}}\n`
}

function list(items: readonly unknown[]): string {
  return `[${items.map((item) => (typeof item === 'object' && item !== null ? textOf(item) : JSON.stringify(item))).join()}]`
}
