import { getOperationAST, type DocumentNode, type GraphQLSchema } from 'graphql'
import { err, ok, type Result } from '../../../schema/errors.ts'
import { operationCost, type Cost, type Variables } from './operationCost.ts'
import { OverLimit } from './OverLimit.ts'

/** What one operation may cost (operationCost.ts): the web's dearest, with all that it may list, and little more. */
export const MAX_COST = 100_000

const NOTHING: Cost = { cost: 0, dearest: '', work: 0 }

/** The complaint about a cost; null: it is allowed. */
export function overCost({ cost, dearest }: Cost): OverLimit | null {
  const used = wholeOf(cost)
  if (used <= MAX_COST) return null
  const told = `The operation costs ${used.toLocaleString('en-US')}, and ${MAX_COST.toLocaleString('en-US')} are allowed: ask "${dearest}" for fewer rows or fields.`
  return new OverLimit({ name: 'cost', used, allowed: MAX_COST }, told)
}

interface Requested {
  readonly document: DocumentNode
  /** The one to execute, by its name where the document has several. */
  readonly operationName: string | null
  readonly variables: Variables
}

/** What a request costs that asks for an operation of a valid document, or the complaint about it; nothing without such an operation. */
export function limitCost(schema: GraphQLSchema, { document, operationName, variables }: Requested): Result<Cost, OverLimit> {
  const operation = getOperationAST(document, operationName)
  const cost = operation ? operationCost(schema, document, operation).with(variables) : NOTHING
  const over = overCost(cost)
  return over ? err(over) : ok(cost)
}

/** A size as clients read it: rounded up, and within what JSON has a number for. */
export function wholeOf(size: number): number {
  return Math.min(Math.ceil(size), Number.MAX_SAFE_INTEGER)
}
