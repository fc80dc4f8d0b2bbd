import type { FormattedExecutionResult } from 'graphql'
import type { Shapes } from './Shapes.ts'

/** An answer in JSON, with Apollo's trailing line break. Rows of immutable objects (kit/unchanging.ts) are serialised once. */
export function writeResult(result: FormattedExecutionResult, shapes: Shapes): string {
  const { data, errors, extensions } = result
  if (!data || errors || extensions) return `${JSON.stringify(result)}\n`
  const fields = Object.entries(data).map(([name, value]) => `${JSON.stringify(name)}:${shapes.text(value)}`)
  return `{"data":{${fields.join()}}}\n`
}
