import { buildSchema, findBreakingChanges } from 'graphql'

/** What clients of a published API schema would lose with the present one, a sentence each; empty: nothing. Both in the schema language. */
export function breakingChanges(published: string, present: string): string[] {
  return findBreakingChanges(buildSchema(published), buildSchema(present)).map(({ description }) => description)
}
