import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type ASTVisitor,
  type FieldNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql'

/** Mutations of which a request carries one, and how a second one is refused. */
const ONE_OF: readonly { readonly fields: ReadonlySet<string>; readonly refusal: string }[] = [
  {
    // They look at a password, a code or a mailed link, send a mail, or read all there is of an account: each can be used for guessing or flooding.
    fields: new Set([
      ...['signup', 'login', 'loginSecondFactor', 'reauthenticate', 'refresh', 'changePassword', 'forgotPassword', 'resetPassword'],
      ...['verifyEmail', 'resendVerification', 'confirmTwoFactor', 'sendTestNotification', 'exportMyData'],
    ]),
    refusal: 'A request carries one sign-in, password, code, mailed link or export.',
  },
  {
    // Each leads to a file of all that a user has.
    fields: new Set(['downloadReport', 'downloadTradeHistory']),
    refusal: 'A request asks for one download.',
  },
]

/** A rule for documents: an operation has one of each kind at most, under whatever names. */
export function limitCredentials(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition({ operation, selectionSet }) {
      if (operation !== OperationTypeNode.MUTATION) return
      const all = fieldsOf(context, selectionSet, new Set())
      for (const { fields, refusal } of ONE_OF) {
        const asked = all.filter(({ name }) => fields.has(name.value))
        if (asked.length > 1) context.reportError(new GraphQLError(refusal, { nodes: asked }))
      }
    },
  }
}

/** The fields of a selection, those of its fragments among them. */
function fieldsOf(context: ValidationContext, { selections }: SelectionSetNode, seen: Set<string>): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(context, selection.selectionSet, seen)
    const name = selection.name.value
    if (seen.has(name)) return []
    seen.add(name)
    const fragment = context.getFragment(name)
    return fragment ? fieldsOf(context, fragment.selectionSet, seen) : []
  })
}
