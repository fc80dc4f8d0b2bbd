import type { ASTVisitor, ValidationContext } from 'graphql'
import { overCost } from './limitCost.ts'
import { operationCost } from './operationCost.ts'
import { operationSize, type OperationSize } from './operationSize.ts'
import { OverLimit } from './OverLimit.ts'

/** Levels of fields below one another. */
export const MAX_DEPTH = 6

interface SizeLimit {
  readonly name: 'aliases' | 'depth' | 'directives'
  readonly allowed: number
  /** How much there is, and what to narrow. */
  readonly used: (amount: string) => string
  readonly advice: (size: OperationSize) => string
}

const LIMITS: readonly SizeLimit[] = [
  {
    name: 'depth',
    allowed: MAX_DEPTH,
    used: (n) => `The fields are ${n} levels deep`,
    advice: ({ deepest }) => `leave out what is below "${deepest.split('.').slice(0, MAX_DEPTH).join('.')}"`,
  },
  {
    name: 'aliases',
    allowed: 15,
    used: (n) => `There are ${n} aliases`,
    advice: ({ lastAlias }) => `ask for "${lastAlias}" in another request`,
  },
  {
    name: 'directives',
    allowed: 50,
    used: (n) => `There are ${n} directives`,
    advice: ({ lastDirective }) => `leave out those of "${lastDirective}"`,
  },
]

/**
 * A validation rule: depth, aliases, directives and the least cost of each operation, fragments counted wherever they are spread. What it
 * costs with a request's variables is asked for each request (limitCost.ts).
 */
export function limitSize(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const document = context.getDocument()
      const size = operationSize(document, operation)
      for (const { name, allowed, used, advice } of LIMITS) {
        const amount = Math.min(size[name], Number.MAX_SAFE_INTEGER)
        if (amount <= allowed) continue
        const told = `${used(amount.toLocaleString('en-US'))}, and ${allowed.toLocaleString('en-US')} are allowed: ${advice(size)}.`
        context.reportError(new OverLimit({ name, used: amount, allowed }, told))
      }
      const over = overCost(operationCost(context.getSchema(), document, operation).least)
      if (over) context.reportError(over)
    },
  }
}
