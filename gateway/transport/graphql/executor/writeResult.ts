import type { FormattedExecutionResult } from 'graphql'
import { textOfItem } from './unchanging.ts'

/** An answer in JSON, with the line break that Apollo ends answers with. Rows of objects that never change (unchanging.ts) are written once. */
export function writeResult(result: FormattedExecutionResult): string {
  const { data, errors, extensions } = result
  if (!data || errors || extensions) return `${JSON.stringify(result)}\n`
  const fields = Object.entries(data).map(([name, value]) => `${JSON.stringify(name)}:${textOfItem(value)}`)
  return `{"data":{${fields.join()}}}\n`
}
