import { z } from 'zod'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { fillPlaceholders, nameOfParameters, parameterGrid, placeholdersOf } from '../../../schema/rules/parameterGrid.ts'
import type { RuleSource } from '../../../schema/rules/RuleSource.ts'
import { rulesField, termsInput, WINDOW_COMPLAINT, windowEndsAfterStart } from '../strategies/termsInput.ts'

/** A draft whose rules may have placeholders: a sweep's values fill them (readRules). */
export const draftInput = termsInput.extend({ rules: z.unknown() }).refine(windowEndsAfterStart, WINDOW_COMPLAINT)

export type Sweep = readonly { readonly name: string; readonly values: readonly number[] }[]

/** The parameters of a sweep as a grid; without a sweep, a grid of one empty set. */
export function gridOf(sweep: Sweep | null): ReadonlyMap<string, readonly number[]> {
  return new Map((sweep ?? []).map(({ name, values }) => [name, values]))
}

/** Placeholders of rules not parsed yet. */
export function placeholdersIn(rules: unknown): string[] {
  return placeholdersOf(JSON.stringify(rules) ?? '')
}

/** A draft's rules with each set of the sweep's parameters, in the order of the grid. */
export function filledRules(rules: unknown, sweep: Sweep | null): unknown[] {
  const text = JSON.stringify(rules)
  return parameterGrid(gridOf(sweep)).map((parameters) => JSON.parse(fillPlaceholders(text, parameters)) as unknown)
}

/**
 * Checks a draft's rules with every set of the sweep's parameters, and returns them as stored: in canonical form, or with their
 * placeholders. Null, with complaints added to the context, when some do not parse.
 */
export function readRules(rules: unknown, sweep: Sweep | null, context: z.RefinementCtx): RuleSource | Prisma.InputJsonObject | null {
  if (!sweep) {
    const parsed = rulesField.safeParse(rules)
    if (parsed.success) return parsed.data
    complain(parsed.error, '', context)
    return null
  }
  const sets = parameterGrid(gridOf(sweep))
  for (const [i, filled] of filledRules(rules ?? null, sweep).entries()) {
    const parsed = rulesField.safeParse(filled)
    if (parsed.success) continue
    complain(parsed.error, `With ${nameOfParameters(sets[i]!)}: `, context)
    return null
  }
  // Rules that parse are an object.
  return rules as Prisma.InputJsonObject
}

function complain({ issues }: z.ZodError, prefix: string, context: z.RefinementCtx): void {
  for (const { path, message } of issues)
    context.addIssue({ code: 'custom', path: ['draft', 'rules', ...path], message: `${prefix}${message}` })
}
