import { GraphQLError, OperationTypeNode, type ASTVisitor, type ValidationRule } from 'graphql'
import type { OncePerRequest } from '../../kit/Topic.ts'
import { rootFields } from './rootFields.ts'

/** The names of mutations, by why a request may carry only one of them. */
export type LimitedMutations = Readonly<Record<OncePerRequest, readonly string[]>>

const REFUSALS: Readonly<Record<OncePerRequest, string>> = {
  credential: 'A request carries one sign-in, password, code, mailed link or export.',
  download: 'A request asks for one download.',
}

/** A validation rule: an operation has at most one of each kind, under whatever aliases. */
export function limitCredentials({ credential, download }: LimitedMutations): ValidationRule {
  const kinds = [
    { names: new Set(credential), refusal: REFUSALS.credential },
    { names: new Set(download), refusal: REFUSALS.download },
  ]
  return (context): ASTVisitor => ({
    OperationDefinition(operation) {
      if (operation.operation !== OperationTypeNode.MUTATION) return
      const all = rootFields(context.getDocument(), operation)
      for (const { names, refusal } of kinds) {
        const asked = all.filter(({ name }) => names.has(name.value))
        if (asked.length > 1) context.reportError(new GraphQLError(refusal, { nodes: asked }))
      }
    },
  })
}
