import type { FormattedExecutionResult } from 'graphql'
import type { Shapes } from './Shapes.ts'

/** An answer in JSON, with the line break that Apollo ends answers with. Rows of objects that never change (kit/unchanging.ts) are written once. */
export function writeResult(result: FormattedExecutionResult, shapes: Shapes): string {
  const { data, errors, extensions } = result
  if (!data || errors || extensions) return `${JSON.stringify(result)}\n`
  const fields = Object.entries(data).map(([name, value]) => `${JSON.stringify(name)}:${shapes.text(value)}`)
  return `{"data":{${fields.join()}}}\n`
}
