import type { ASTVisitor, ValidationContext } from 'graphql'
import { operationSize, type OperationSize } from './operationSize.ts'
import { OverLimit } from './OverLimit.ts'

/** What one operation may cost (operationSize.ts). */
export const MAX_COST = 5_000
/** Levels of fields below one another. */
export const MAX_DEPTH = 6

interface SizeLimit {
  readonly name: 'aliases' | 'cost' | 'depth' | 'directives'
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
  {
    name: 'cost',
    allowed: MAX_COST,
    used: (n) => `The operation costs ${n}`,
    advice: ({ dearest }) => `ask "${dearest}" for fewer rows or fields`,
  },
]

/** A validation rule: depth, aliases, directives and cost of each operation, fragments counted wherever they are spread. */
export function limitSize(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const size = operationSize(context.getDocument(), operation)
      for (const { name, allowed, used, advice } of LIMITS) {
        const amount = wholeOf(size[name])
        if (amount <= allowed) continue
        const told = `${used(amount.toLocaleString('en-US'))}, and ${allowed.toLocaleString('en-US')} are allowed: ${advice(size)}.`
        context.reportError(new OverLimit({ name, used: amount, allowed }, told))
      }
    },
  }
}

/** A size as clients read it: rounded up, and within what JSON has a number for. */
export function wholeOf(size: number): number {
  return Math.min(Math.ceil(size), Number.MAX_SAFE_INTEGER)
}
