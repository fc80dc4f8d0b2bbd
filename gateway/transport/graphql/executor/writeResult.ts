import type { FormattedExecutionResult } from 'graphql'
import type { Shapes } from './Shapes.ts'

/** An answer in JSON, with Apollo's trailing line break. Rows of immutable objects (kit/unchanging.ts) are serialised once. */
export function writeResult(result: FormattedExecutionResult, shapes: Shapes): string {
  const { data, errors, extensions } = result
  if (!data || errors) return `${JSON.stringify(result)}\n`
  const fields = Object.entries(data).map(([name, value]) => `${JSON.stringify(name)}:${shapes.text(value)}`)
  const more = extensions ? `,"extensions":${JSON.stringify(extensions)}` : ''
  return `{"data":{${fields.join()}}${more}}\n`
}
